import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { descendantsOf } from '@coagent8/testing';
import type { McpServer } from '@coagent8/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { createFullWorld, createMark, commandOf, survivorsOf, until } from './all-agents.js';
import type { FullWorld } from './all-agents.js';
import { call, installedEntry } from './installed-server.js';

/** Longest time from a stop to the death of the last process. */
const STOPPED_WITHIN_MS = 3_500;

let world: FullWorld;
beforeAll(async () => {
  world = await createFullWorld();
});
afterAll(() => world.remove());

interface IssueRecord {
  readonly title: string;
  readonly body: string;
  readonly url?: string;
  readonly isUrlCut: boolean;
  readonly isSubmitted: boolean;
  readonly whatToDo: string;
}

async function report(server: McpServer, given: Record<string, unknown>): Promise<IssueRecord> {
  const { result } = await server.request('tools/call', { name: 'issue', arguments: given });
  const { structuredContent, content } = result as {
    structuredContent: IssueRecord;
    content: { text: string }[];
  };
  expect(JSON.parse(content[0]?.text ?? '')).toEqual(structuredContent);
  return structuredContent;
}

const filesIn = (folder: string) =>
  existsSync(folder) ? readdirSync(folder, { recursive: true }).map(String).sort() : [];

async function place(name: string, script: string): Promise<string> {
  const path = join(world.agent.home, name);
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return path;
}

describe('issue', () => {
  it('reports the agents as they are without a path, and sends nothing', async () => {
    const spokenBefore = Object.values(world.agents).map((agent) => agent.spoken().length);
    const server = await world.serve({
      clientName: 'some-client',
      variables: { CLAUDE_PATH: await place('exits', 'exit 7') },
    });
    const secret = ['gh', 'p_'].join('') + 'a1B2c3'.repeat(6);
    const { title, body, url, isUrlCut, isSubmitted } = await report(server, {
      error_message: `> TIMEOUT: no answer within 12 s; allow more\n\n${secret}\n\n\`\`\`\nx = 1\n\`\`\``,
      context: `A review of ${world.workspace.path}/src/price.js in my project.`,
    });
    expect(title).toBe('TIMEOUT: no answer within 12 s');
    expect(isSubmitted).toBe(false);
    expect(body).toMatch(
      /TIMEOUT: no answer within 12 s; allow more[^]*A review of \[path\] in my project\./,
    );
    expect(body).toMatch(
      /- CoAgent8 \d+\.\d+\.\d+\n- Node \d+\.\d+\.\d+\n- system: \w+ \d+[\d.]* \w+\n- client: some-client/,
    );
    expect(body).toMatch(/^codex: [^]*^- version \d+\.\d+\.\d+\n- program named by CODEX_PATH$/m);
    expect(body).toMatch(/^claude: not ready: /m);
    expect(body).not.toContain(secret);
    for (const path of [world.agent.home, world.workspace.path]) expect(body).not.toContain(path);
    expect(body).not.toMatch(/\/\w+\/\w+|x = 1/);
    const manifest = JSON.parse(readFileSync(join(installedEntry(), '..', 'package.json'), 'utf8'));
    expect(url === undefined).toBe(manifest.bugs === undefined);
    expect(isUrlCut).toBe(false);
    expect(Object.values(world.agents).map((agent) => agent.spoken().length)).toEqual(spokenBefore);
    expect(descendantsOf(server.pid ?? 0)).toEqual([]);
  });

  it('writes no setting and no limit down', async () => {
    const folder = join(world.agent.home, 'issue-data');
    const server = await world.serve({ variables: { COAGENT8_DIR: folder } });
    await report(server, {});
    expect(filesIn(folder).filter((name) => /config|quota/.test(name))).toEqual([]);
  });

  it('starts no agent where their health is not wanted, inside a turn as well', async () => {
    const ran = join(world.agent.home, 'issue-ran');
    const program = await place('notes-issue', `: > '${ran}'`);
    const paths = { CODEX_PATH: program, CLAUDE_PATH: program, AGY_PATH: program };
    const server = await world.serve({ variables: { ...paths, COAGENT8_NESTED_TURN: '1' } });
    const refused = await call(server, { name: 'issue', arguments: { error_message: 'It broke.' } });
    expect(refused.text).toMatch(/^> POLICY_DENIED: this call comes from inside a turn/);
    const { body } = await report(server, { error_message: 'It broke.', include_doctor: false });
    expect(body).toContain('It broke.');
    expect(existsSync(ran)).toBe(false);
  });

  it('ends with the call that the host cancels', async () => {
    const mark = createMark();
    const server = await world.serve({
      variables: { CODEX_PATH: await place(`hangs-${mark}`, `exec sleep ${mark}`) },
    });
    const sent = server.send('tools/call', { name: 'issue', arguments: {} });
    sent.reply.catch(() => undefined);
    let family: number[] = [];
    await until('the agent runs', () => {
      family = descendantsOf(server.pid ?? 0);
      return family.some((pid) => commandOf(pid).includes(`sleep ${mark} `));
    });
    server.notify('notifications/cancelled', { requestId: sent.id });
    expect(await survivorsOf(family, STOPPED_WITHIN_MS)).toEqual([]);
  });
});
