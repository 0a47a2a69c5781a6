import type { Output } from '../world.js';

const FRAMES = [...'⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'];
const FRAME_MS = 100;
const CLEAR = '\r\u001b[2K';

/** A line that shows what is going on and goes away when it is over. */
export interface ProgressLine {
  /** Shows `text` from now on. */
  readonly show: (text: string) => void;
  /** Removes the line until it is shown again. */
  readonly hide: () => void;
  /** Removes the line; it does not come back. */
  readonly end: () => void;
}

/**
 * Draws a progress line with the time since `now()` was first read. It never wraps, and it keeps no process alive.
 *
 * @param output - A terminal that takes control sequences.
 */
export function createProgressLine(output: Output, now: () => number): ProgressLine {
  const startedAt = now();
  let shown = '';
  let frame = 0;
  const draw = () => {
    const seconds = Math.floor((now() - startedAt) / 1_000);
    const line = `${FRAMES[frame++ % FRAMES.length]} ${shown} · ${seconds} s`;
    output.write(CLEAR + [...line].slice(0, output.columns() - 1).join(''));
  };
  let isHidden = false;
  const timer = setInterval(() => {
    if (!isHidden) draw();
  }, FRAME_MS).unref();
  return {
    show: (text) => {
      shown = text;
      isHidden = false;
      draw();
    },
    hide: () => {
      isHidden = true;
      output.write(CLEAR);
    },
    end: () => {
      clearInterval(timer);
      output.write(CLEAR);
    },
  };
}
