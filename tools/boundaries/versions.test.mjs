/** Proves on a copy of the repository that packages are versioned independently, by the configuration of changesets. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { listFiles, read } from '../gate/run.mjs';
import { commitAll, copyWorkspace } from './copy-workspace.mjs';

/** @type {string} */
let workspace;
beforeEach(() => {
  workspace = copyWorkspace(listFiles().filter((file) => !isChangeset(file)));
});
afterEach(() => rmSync(workspace, { recursive: true, force: true }));

/** @param {string} file */
const isChangeset = (file) => /^\.changeset\/(?!README).*\.md$/.test(file);

/** What changesets would release: names and kinds. */
function plan() {
  commitAll(workspace);
  read('changeset', ['status', '--output=plan.json'], {
    cwd: workspace,
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const { releases } = JSON.parse(readFileSync(join(workspace, 'plan.json'), 'utf8'));
  return releases
    .map((/** @type {{ name: string, type: string }} */ { name, type }) => `${name} ${type}`)
    .sort();
}

describe('changesets', () => {
  it('release nothing by themselves', () => {
    expect(plan()).toEqual([]);
  });

  it('release the changed room and, as patches, what depends on it', () => {
    writeFileSync(
      join(workspace, '.changeset', 'one.md'),
      "---\n'@coagent8/workspace': minor\n---\n\nNew.\n",
    );
    expect(plan()).toEqual([
      '@coagent8/execution patch',
      '@coagent8/server patch',
      '@coagent8/workspace minor',
      'coagent8 patch',
    ]);
  });
});
