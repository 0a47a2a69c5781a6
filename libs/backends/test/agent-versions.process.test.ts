import { chmod, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

import type { BackendId } from '@coagent8/contracts';
import { runToEnd, spawnOwned } from '@coagent8/runtime';
import type { Line } from '@coagent8/runtime';
import { createAgyWorld, createClaudeWorld, createCodexWorld, createTempWorkspace } from '@coagent8/testing';
import type { AgentWorld, TempWorkspace } from '@coagent8/testing';
import { describe, expect, it } from '@jest/globals';

import { createAgyBackend } from '../src/agy/adapter.js';
import type { Backend } from '../src/backend.js';
import { createClaudeBackend } from '../src/claude/adapter.js';
import { createCodexBackend } from '../src/codex/adapter.js';
import { createBackends } from '../src/registry.js';
import { requestIn } from './conformance/request.js';

const QUESTIONS = ['examine', 'listModels', 'readQuota'] as const;

/** Programs that answer as versions below what the profile needs do, as far as they are asked. */
const OLD: Readonly<Record<BackendId, string>> = {
  codex: `#!/usr/bin/env node
const refuse = (method) => ({ code: -32600, message: 'Invalid request: unknown variant \`' + method + '\`, expected one of \`x\`' });
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  const reply = method === 'initialize' ? { result: { userAgent: 'coagent8/0.125.0 (test)' } } : { error: refuse(method) };
  if (id !== undefined) console.log(JSON.stringify({ id, ...reply }));
});
`,
  claude: `#!/bin/sh
echo 'Usage: claude [options] [command] [prompt]'
echo '  -p, --print'
`,
  agy: `#!/bin/sh
printf 'Usage of agy:\\n  --print  Run a prompt\\n'
`,
};
/** A question that an old version answers as a new one does. */
const ANSWERED: Readonly<Partial<Record<BackendId, string>>> = { agy: 'listModels' };

describe('an agent that is too old', () => {
  const cases = createBackends().flatMap((backend) =>
    QUESTIONS.filter((question) => question !== ANSWERED[backend.id]).map(
      (question) => [backend.id, question, backend] as const,
    ),
  );
  it.each(cases)('%s says at %s that it is, and to what to update it', async (id, question, backend) => {
    const home = await realpath(await mkdtemp(join(tmpdir(), 'coagent8-old-')));
    try {
      const path = join(home, id);
      await writeFile(path, OLD[id]);
      await chmod(path, 0o755);
      const asked = backend[question]({
        executable: { path, source: 'path' },
        workspacePath: home,
        environment: {
          variables: { HOME: home, PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter) },
          platform: process.platform,
          homeDirectory: home,
          workingDirectory: home,
        },
        passVariables: [],
        signal: new AbortController().signal,
      });
      await expect(asked).rejects.toMatchObject({
        code: 'CLI_UNSUPPORTED',
        message: expect.stringMatching(/is too old: it /),
        remedy: expect.stringMatching(/^update it to \d/),
      });
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  });
});

/** Each row of each list, and the whole, with a member that nobody knows. */
function withNews(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((row) => newer(withNews(row)));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withNews(member)]));
}
function newer(value: unknown): unknown {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isRecord ? { ...value, novelMember: { of: ['a', 'later version'] } } : value;
}

const NEW_VERSION = '99.0.0';
const renewed = (text: string) =>
  JSON.stringify(newer(withNews(JSON.parse(text)))).replaceAll(/\b(?:0\.171\.0|2\.1\.332)\b/g, NEW_VERSION);

const spawn: typeof spawnOwned = async (command, options) => {
  const owned = await spawnOwned(command, options);
  async function* lines(): AsyncGenerator<Line> {
    for await (const { text, complete } of owned.lines)
      yield { text: complete ? renewed(text) : text, complete };
  }
  return { ...owned, lines: lines() };
};
const run: typeof runToEnd = async (command, options) => {
  const done = await runToEnd(command, options);
  const isHelp = command.args[0] === '--help';
  const stdout = done.stdout.startsWith('{') ? renewed(done.stdout) : done.stdout;
  if (command.args[0] === '--version') return { ...done, stdout: `${NEW_VERSION}\n` };
  return { ...done, stdout: isHelp ? `${stdout}\n  --novel-flag  Of a later version\n` : stdout };
};

interface Kind {
  readonly createWorld: () => Promise<AgentWorld>;
  readonly create: (doors: {
    spawn?: typeof spawnOwned;
    run?: typeof runToEnd;
    now: () => number;
  }) => Backend;
}
const KINDS: Readonly<Record<BackendId, Kind>> = {
  codex: { createWorld: createCodexWorld, create: createCodexBackend },
  claude: { createWorld: createClaudeWorld, create: createClaudeBackend },
  agy: { createWorld: createAgyWorld, create: createAgyBackend },
};

describe.each(Object.entries(KINDS))('a later %s, which says more', (_id, { createWorld, create }) => {
  async function ask<Answer>(
    question: (backend: Backend, world: AgentWorld, workspace: TempWorkspace) => Answer,
  ) {
    const world = await createWorld();
    const workspace = await createTempWorkspace();
    const now = () => 0;
    try {
      const known = await question(create({ now }), world, workspace);
      return [known, await question(create({ spawn, run, now }), world, workspace)] as const;
    } finally {
      await world.remove();
      await workspace.remove();
    }
  }

  it('is examined as any other', async () => {
    const [known, later] = await ask((backend, ...where) => backend.examine(requestIn(...where)));
    expect(known.version).not.toBe(NEW_VERSION);
    expect(later).toEqual({ ...known, version: NEW_VERSION });
    expect(later.evidence.checks.filter(({ passed }) => !passed)).toEqual([]);
  });

  it.each(['listModels', 'readQuota'] as const)('answers %s as any other', async (question) => {
    const [known, later] = await ask((backend, ...where) => backend[question](requestIn(...where)));
    expect(later).toEqual(known);
  });
});
