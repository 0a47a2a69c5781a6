import { createTempWorkspace } from '@coagent8/testing';
import type { TempWorkspace } from '@coagent8/testing';
import { afterEach, beforeEach } from '@jest/globals';

import { catalogOf } from './dependencies.js';
import type { Script, World } from './dependencies.js';
import { obeying, runScripted } from './scripted-turn.js';

/** Three agents with models that differ in name and price. */
export const three: World = {
  agents: ['codex', 'claude', 'agy'],
  catalogs: {
    codex: catalogOf('swift-4', 'slow-4'),
    claude: { ...catalogOf('calm-1'), isComplete: false },
    agy: catalogOf('deep-2', 'swift-4'),
  },
  prices: { 'swift-4': 9, 'slow-4': 3, 'calm-1': 8, 'deep-2': 4.8, 'odd-3': 2 },
};

/** A workspace of its own for each test of a file, with the data that its turns keep. */
export function workspaceForEach() {
  let workspace: TempWorkspace;
  beforeEach(async () => {
    workspace = await createTempWorkspace({ files: { 'a.ts': 'export {};\n' } });
  });
  afterEach(() => workspace.remove());
  return {
    path: () => workspace.path,
    write: (name: string, text: string) => workspace.write(name, text),
    configure: (configuration: object) =>
      workspace.write('.data/config.json', JSON.stringify({ schemaVersion: 1, ...configuration })),
    run: (world: World, script: Script = obeying) => runScripted(workspace.path, script, world),
  };
}
