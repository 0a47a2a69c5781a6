import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A command that a person types at. */
export interface TypedCommand {
  /** Waits until `pattern` has been printed; gives the match. Throws where the command ends first. */
  readonly shown: (pattern: RegExp) => Promise<RegExpMatchArray>;
  readonly type: (text: string) => void;
  /** Waits for its end: the exit code, and all that the terminal showed. */
  readonly ended: () => Promise<{ readonly code: number | null; readonly screen: string }>;
  /** Ends it where it has not ended, and waits for that. */
  readonly kill: () => Promise<void>;
}

/**
 * Runs a line of shell with a terminal of its own, by `script` of util-linux. Linux only.
 *
 * @param variables - Its whole environment.
 */
export function startTyped(
  line: string,
  { cwd, variables }: { readonly cwd: string; readonly variables: Readonly<Record<string, string>> },
): TypedCommand {
  const env = { ...variables, SHELL: '/bin/sh' };
  const child = spawn('script', ['-qec', line, '/dev/null'], { cwd, env });
  let screen = '';
  const changed = new EventTarget();
  child.stdin.on('error', () => undefined);
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text;
    changed.dispatchEvent(new Event('change'));
  });
  let hasEnded = false;
  const closed = once(child, 'close').then(([code]) => {
    hasEnded = true;
    changed.dispatchEvent(new Event('change'));
    return code as number | null;
  });
  return {
    shown: async (pattern) => {
      for (;;) {
        const found = screen.match(pattern);
        if (found) return found;
        if (hasEnded) throw new Error(`it ended without ${pattern}: ${screen}`);
        await once(changed, 'change');
      }
    },
    type: (text) => {
      child.stdin.write(text);
    },
    ended: async () => ({ code: await closed, screen }),
    kill: async () => {
      child.kill('SIGKILL');
      await closed;
    },
  };
}
