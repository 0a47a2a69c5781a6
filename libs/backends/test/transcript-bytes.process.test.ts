import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, expect, it } from '@jest/globals';

import { createCodexBackend } from '../src/codex/adapter.js';
import { playTurn } from './run-turn.js';
import { CASES, EXPECTED, outcomeOf, WORKSPACE } from './transcripts.js';

const replay = fileURLToPath(new URL('fixtures/replay.mjs', import.meta.url));
/** These two do not end by themselves; `transcript-replay` plays them. */
const ENDLESS = ['connection-refused', 'interrupt-command'];

let folder: string;

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'coagent8-backends-')));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it.each(CASES.filter(({ name }) => !ENDLESS.includes(name)))(
  '$version $name, byte by byte',
  async ({ name, bytes }) => {
    const transcript = join(folder, `${name}.jsonl`);
    await writeFile(transcript, bytes.toString('utf8').replaceAll(WORKSPACE, folder));
    const variables = { PATH: dirname(process.execPath), HOME: folder, CODEX_TRANSCRIPT: transcript };
    const played = await playTurn(createCodexBackend(), {
      executable: { path: replay, source: 'path' },
      prompt: 'A question.',
      workspacePath: folder,
      environment: { variables, platform: process.platform, homeDirectory: folder, workingDirectory: folder },
      passVariables: [],
      signal: new AbortController().signal,
    });
    expect(outcomeOf(played)).toMatchObject(EXPECTED[name] ?? {});
  },
);
