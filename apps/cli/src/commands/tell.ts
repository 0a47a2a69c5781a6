import { failureLine, failureOf } from '@coagent8/contracts';

import { settingsAreTheUsers } from '../errors.js';
import { exitCodeFor } from '../exit-codes.js';
import { writeJson } from '../output/json.js';
import { styleFor } from '../output/style.js';
import type { World } from '../world.js';

/** How a command that starts no turn tells its failure. */
export interface TellOptions {
  /** Whether it is told as one JSON object on standard output. */
  readonly json: boolean;
}

/**
 * Runs a command that starts no turn and writes the text that it returns, as it is, to standard output. Never rejects: a
 * failure is told on standard error, redacted, or as one JSON object on standard output.
 *
 * @returns the exit code.
 */
export function tell(world: World, work: () => Promise<string>, options?: TellOptions): Promise<number> {
  const write = async () => {
    world.stdout.write(await work());
    return 0;
  };
  return orTellFailure(world, write, options);
}

/** Like {@link tell}, for work that writes by itself and returns its exit code. */
export async function orTellFailure(
  world: World,
  work: () => Promise<number>,
  { json }: TellOptions = { json: false },
): Promise<number> {
  const { stdout, stderr, environment } = world;
  try {
    return await work();
  } catch (error) {
    const { redactDiagnostic, secureRecord } = await import('@coagent8/security');
    const failure = await secureRecord(failureOf(error), (text) => redactDiagnostic(text, environment));
    if (json) writeJson(stdout, { failure });
    else stderr.write(`${styleFor(stderr, environment).alert(failureLine(failure))}\n`);
    return exitCodeFor(failure.code);
  }
}

/** Like {@link tell}, for work that changes the user's settings: an agent that CoAgent8 started may not do it. */
export function tellChange(world: World, work: () => Promise<string>): Promise<number> {
  return tell(world, async () => {
    const { isNestedTurn } = await import('@coagent8/runtime');
    if (await isNestedTurn(world.environment)) throw settingsAreTheUsers();
    return work();
  });
}
