import type { World } from '../world.js';
import { createProgressLine } from './progress-line.js';
import { isCapable } from './style.js';

/** Says on standard error, where that is a terminal, what is waited for until `work` has settled. */
export async function whileWaiting<Result>(
  { stderr, environment, now }: World,
  text: string,
  work: Promise<Result>,
): Promise<Result> {
  if (!isCapable(stderr, environment)) return work;
  const line = createProgressLine(stderr, now);
  line.show(text);
  try {
    return await work;
  } finally {
    line.end();
  }
}
