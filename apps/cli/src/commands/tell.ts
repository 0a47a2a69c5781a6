import { failureLine, failureOf } from '@coagent8/contracts';

import { settingsAreTheUsers } from '../errors.js';
import { exitCodeFor } from '../exit-codes.js';
import { writeJson } from '../output/json.js';
import { styleFor } from '../output/style.js';
import type { World } from '../world.js';

/**
 * Runs a command that starts no turn and writes the text that it returns, as it is, to standard output. Never rejects: a
 * failure is told on standard error, redacted, or as one JSON object on standard output.
 *
 * @returns the exit code.
 */
export async function tell(
  world: World,
  work: () => Promise<string>,
  { json }: { readonly json: boolean } = { json: false },
): Promise<number> {
  const { stdout, stderr, environment } = world;
  try {
    stdout.write(await work());
    return 0;
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
