/** The oldest Node that CoAgent8 runs on, as `engines.node` says. */
export const NODE_FLOOR = '24.15.0';

/**
 * What to tell the user of a Node that is too old: what is needed, what was found, what to do. `undefined` where
 * `version` will do. Called before anything else is loaded, so it is written for any Node.
 */
export function complaintAbout(version: string): string | undefined {
  if (isAtLeast(version, NODE_FLOOR)) return undefined;
  return (
    `coagent8 needs Node.js ${NODE_FLOOR} or newer, and this is ${version} (${process.execPath}); ` +
    'install a newer one from https://nodejs.org, or start coagent8 with one that you have'
  );
}

function isAtLeast(version: string, floor: string): boolean {
  const [found, needed] = [numbersOf(version), numbersOf(floor)];
  const position = needed.findIndex((number, index) => number !== found[index]);
  return position === -1 || (found[position] ?? 0) > (needed[position] ?? 0);
}

function numbersOf(version: string): number[] {
  return version.split('-')[0]?.split('.').map(Number) ?? [];
}
