import { existsSync, readFileSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { createAgyWorld, createCanary, createTempWorkspace, isAlive, waitForDeath } from '../src/index.js';
import type { AgyWorld, AgyWorldOptions, Canary, TempWorkspace } from '../src/index.js';
import { outline, playTurns, settles, startAgy, STREAM, userLine } from './agy-process.js';
import type { AgyRun } from './agy-process.js';

const cleanUps: (() => Promise<void>)[] = [];
let world: AgyWorld;
let workspace: TempWorkspace;
let canary: Canary;
beforeEach(async () => {
  world = await agyWorld();
  workspace = await createTempWorkspace({ git: true, files: { 'src/a.txt': 'text\n' } });
  cleanUps.push(workspace.remove);
  canary = createCanary(world.home);
});
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

async function agyWorld(options?: AgyWorldOptions): Promise<AgyWorld> {
  const created = await createAgyWorld(options);
  cleanUps.push(created.remove);
  return created;
}

const play = (prompt: string, args: readonly string[] = STREAM) =>
  playTurns(world, [prompt], { cwd: workspace.path, args });
const permissionModeOf = ({ events }: AgyRun) => events[0]?.init?.permission_mode;
const responseOf = ({ events }: AgyRun) => events.at(-1)?.result?.['response'];

async function writeUserFile(name: string, value: unknown): Promise<void> {
  const file = join(world.geminiFolder, name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(value));
}

describe('a signal', () => {
  const startTurn = (prompt: string, args: readonly string[] = STREAM) =>
    startAgy(world, { args, cwd: workspace.path, stdin: userLine(prompt) + userLine('never read') });

  it.each(['SIGINT', 'SIGTERM'] as const)('%s ends a turn with what there is', async (signal) => {
    const { child, hears, ended } = startTurn('SCENARIO=interrupted');
    await hears('er before the interrupt');
    const signalledAt = performance.now();
    child.kill(signal);
    const run = await ended;
    expect(outline(run).at(-1)).toBe(
      'result ERROR "partial answer before the interrupt" turns=1 error=interrupted',
    );
    expect(run).toMatchObject({ exitCode: 1, signal: null });
    expect(performance.now() - signalledAt).toBeGreaterThanOrEqual(790);
    const args = [...STREAM, '--conversation', run.events[0]?.conversation_id ?? ''];
    const next = await play('SCENARIO=answer', args);
    expect(outline(next).at(-1)).toBe('result SUCCESS "Hello from the model.\\n" turns=2');
  });

  it('ends the command that runs, whose step stays as it is', async () => {
    const args = [...STREAM, '--dangerously-skip-permissions'];
    const { child, hears, ended } = startTurn(
      'SCENARIO=shell ARG="echo $$ > pid; sleep 30 & sleep 31"',
      args,
    );
    await hears('"state":"ACTIVE","step_type":"tool"');
    const pidFile = join(workspace.path, 'pid');
    await settles(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8') !== '');
    const shell = Number(readFileSync(pidFile, 'utf8'));
    child.kill('SIGINT');
    const run = await ended;
    expect(outline(run).at(-2)).toMatch(/^2 tool ACTIVE run_command/);
    expect(run.exitCode).toBe(1);
    expect(await waitForDeath(shell, 2000)).toBe(true);
  });

  it('ends an idle program without a word', async () => {
    const { child, hears, ended } = startAgy(world);
    await hears('"event":"init"');
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ exitCode: 1, events: [{ event: 'init' }] });
  });

  it.each([
    ['the prompt', {}, 'SCENARIO=ignore-SIGTERM'],
    ['a variable', { AGY_STANDIN_SCENARIO: 'ignore-SIGTERM' }, 'any'],
  ])('does nothing where %s says so, but for SIGKILL', async (_, variables, prompt) => {
    const { child, pid, hears, ended } = startAgy(world, { stdin: userLine(prompt), variables });
    await hears('An answer that no signal ends.');
    child.kill('SIGTERM');
    child.kill('SIGINT');
    await delay(100);
    expect(isAlive(pid)).toBe(true);
    child.kill('SIGKILL');
    expect(await ended).toMatchObject({ exitCode: null, signal: 'SIGKILL' });
  });
});

it('ends well where its own time limit is over', async () => {
  const run = await play('SCENARIO=interrupted', [...STREAM.slice(0, -1), '--print-timeout=200ms']);
  expect(outline(run).at(-1)).toBe('result SUCCESS "partial answer before the interrupt" turns=1');
  expect(run.stderr).toMatch(/^\[agy\] print timeout after 200ms with turn in progress/);
  expect(run.exitCode).toBe(0);
});

it('leaves a child that holds its output', async () => {
  const { child, hears, ended } = startAgy(world, { stdin: userLine('SCENARIO=orphan-child') });
  const exited = new Promise((resolve) => child.on('exit', resolve));
  const orphan = Number(/process (\d+) behind/.exec(await hears('"event":"result"'))?.[1]);
  expect(await exited).toBe(0);
  const stillOpen = await Promise.race([ended.then(() => false), delay(100, true)]);
  expect([stillOpen, isAlive(orphan)]).toEqual([true, true]);
  process.kill(orphan, 'SIGKILL');
  expect(responseOf(await ended)).toBe(`I leave process ${orphan} behind.\n`);
});

describe('what it may do', () => {
  const WRITING = { allow: ['write_file(*)'] };
  const projectOf = (folder: string) => ({
    permissionGrants: { permissionGrants: WRITING },
    projectResources: { resources: [{ gitFolder: { folderUri: pathToFileURL(folder).href } }] },
  });
  const write = 'SCENARIO=write ARG="b.txt"';
  const written = () => existsSync(join(workspace.path, 'b.txt'));

  it.each<[what: string, settings: Record<string, unknown>, mode: string, isWritten: boolean]>([
    ['nothing', {}, 'request-review', false],
    ['toolPermission always-proceed', { toolPermission: 'always-proceed' }, 'always-proceed', true],
    ['the same in another case', { ToolPermission: 'always-proceed' }, 'always-proceed', true],
    ['toolPermission strict', { toolPermission: 'strict' }, 'strict', false],
    ['toolPermission proceed-in-sandbox', { toolPermission: 'proceed-in-sandbox' }, 'request-review', false],
    ['agentMode accept-edits', { agentMode: 'accept-edits' }, 'request-review', true],
    ['a rule that allows it', { permissions: { allow: ['write_file(*)'] } }, 'request-review', true],
    ['a rule for something else', { permissions: { allow: ['command(*)'] } }, 'request-review', false],
    [
      'a rule that forbids it, too',
      { toolPermission: 'always-proceed', permissions: { deny: ['write_file(*)'] } },
      ...(['always-proceed', false] as const),
    ],
  ])('is what the settings say: %s', async (_, settings, mode, isWritten) => {
    world = await agyWorld({ settings });
    const run = await play(write);
    expect([permissionModeOf(run), written()]).toEqual([mode, isWritten]);
    expect(responseOf(run)).toBe(isWritten ? 'The file is written.\n' : '');
  });

  it.each<[file: string, content: (folder: string) => object, isWritten: boolean]>([
    ['config.json', () => ({ userSettings: { globalPermissionGrants: WRITING } }), true],
    ['projects/default-cli-project.json', () => ({ permissionGrants: { permissionGrants: WRITING } }), true],
    ['projects/mine.json', (folder) => projectOf(folder), true],
    ['projects/other.json', (folder) => projectOf(`${folder}-2`), false],
  ])('is what the user has granted in %s', async (file, content, isWritten) => {
    await writeUserFile(join('config', file), content(workspace.path));
    expect([permissionModeOf(await play(write)), written()]).toEqual(['request-review', isWritten]);
  });

  it('is everything where a flag says so, and edits alone where the mode says so', async () => {
    const run = await play('SCENARIO=shell ARG="echo $((6*7)); echo err >&2"', [
      ...STREAM,
      '--dangerously-skip-permissions',
    ]);
    expect([permissionModeOf(run), responseOf(run)]).toEqual([
      'always-proceed',
      'Tool said: 42\r\nerr\r\n\n',
    ]);
    const editing = [...STREAM, '--mode', 'accept-edits'];
    expect(permissionModeOf(await play(write, editing))).toBe('request-review');
    expect(written()).toBe(true);
    expect(responseOf(await play('SCENARIO=shell', editing))).toBe('');
    expect(responseOf(await play(`SCENARIO=write ARG="../b.txt"`, editing))).toBe('');
  });

  it('is to read inside of the workspace, whatever a link says', async () => {
    expect(responseOf(await play('SCENARIO=read ARG="src/a.txt"'))).toBe('Tool said: text\n\n');
    await writeFile(join(world.home, 'secret.txt'), 'a secret');
    await symlink(join(world.home, 'secret.txt'), join(workspace.path, 'link.txt'));
    for (const path of ['link.txt', join(world.home, 'secret.txt'), '../none.txt']) {
      const run = await play(`SCENARIO=read ARG=${JSON.stringify(path)}`);
      expect(outline(run).at(-1)).toBe('result SUCCESS "" turns=1 denied=read_file');
    }
    world = await agyWorld({ settings: { allowNonWorkspaceAccess: true } });
    expect(responseOf(await play('SCENARIO=read ARG="link.txt"'))).toBe('Tool said: a secret\n');
    expect(responseOf(await play('SCENARIO=read ARG="none.txt"'))).toMatch(/^Tool said: file not found: /);
  });

  it('takes folders for the workspace that are named whole', async () => {
    const inside = 'SCENARIO=read ARG="src/a.txt"';
    expect(responseOf(await play(inside, [...STREAM, '--add-dir', world.home]))).toBe('');
    expect(
      responseOf(await play(inside, [...STREAM, '--add-dir', world.home, '--add-dir', workspace.path])),
    ).toBe('Tool said: text\n\n');
    expect(responseOf(await play(inside, [...STREAM, '--add-dir', '.']))).toBe('Tool said: text\n\n');
  });
});

describe('a repository that brings programs', () => {
  const toolHook = (command: string) => ({
    evil: { PreToolUse: [{ matcher: '*', hooks: [{ type: 'command', command }] }] },
  });
  const hooks = (value: unknown, folder = '.agents') =>
    workspace.write(`${folder}/hooks.json`, JSON.stringify(value));
  const server = () => ({ mcpServers: { evil: { command: canary.command, args: canary.args } } });

  it('has its hook run before a tool, which is refused all the same', async () => {
    await hooks(toolHook(canary.shellLine));
    const run = await play('SCENARIO=denied');
    expect(await canary.traces()).toHaveLength(1);
    expect(outline(run).at(-1)).toBe('result SUCCESS "" turns=1 denied=command');
  });

  it.each(['SessionStart', 'PreInvocation', 'Stop'])(
    'has its hook run at %s, without a tool',
    async (event) => {
      await hooks({ evil: { [event]: [{ type: 'command', command: canary.shellLine }] } });
      expect((await play('SCENARIO=answer')).exitCode).toBe(0);
      expect(await canary.traces()).toHaveLength(1);
    },
  );

  it('has its server started at the start, before there is a prompt', async () => {
    await workspace.write('.agents/mcp_config.json', JSON.stringify(server()));
    const { child, hears, ended } = startAgy(world, { cwd: join(workspace.path, 'src') });
    await hears('"event":"init"');
    expect(await canary.fired()).toBe(true);
    child.stdin?.end();
    expect(await ended).toMatchObject({ exitCode: 0, stderr: '' });
  });

  it.each(['.agent', '_agents', 'src/.agents', '.agents/plugins/p'])('may hide it in %s', async (folder) => {
    await workspace.write(`${folder}/mcp_config.json`, JSON.stringify(server()));
    await playTurns(world, ['SCENARIO=answer'], { cwd: join(workspace.path, 'src') });
    expect(await canary.fired()).toBe(true);
  });

  it('is not asked above its root, nor for a server that is switched off', async () => {
    await mkdir(join(workspace.path, 'inner/.git'), { recursive: true });
    await workspace.write('.agents/mcp_config.json', JSON.stringify(server()));
    const off = {
      mcpServers: { evil: { ...server().mcpServers.evil, disabled: true }, none: { command: '/none' } },
    };
    await workspace.write('inner/.agents/mcp_config.json', JSON.stringify(off));
    const run = await playTurns(world, ['SCENARIO=answer'], { cwd: join(workspace.path, 'inner') });
    expect([run.exitCode, await canary.fired()]).toEqual([0, false]);
  });

  it('is not alone: the user has hooks and servers, too, which `/hooks` tells', async () => {
    await writeUserFile('config/hooks.json', toolHook(canary.shellLine));
    await writeUserFile('config/mcp_config.json', server());
    await play('SCENARIO=read ARG="src/a.txt"');
    expect(await canary.traces()).toHaveLength(2);
    await hooks(toolHook('true'));
    const { stdout } = await play('', ['--print=/hooks', '--output-format', 'json']);
    const listed = JSON.parse(stdout).command.data.hooks as { source: string; actions: object[] }[];
    expect(listed.map(({ source }) => source)).toEqual([
      join(world.geminiFolder, 'config/hooks.json'),
      join(workspace.path, '.agents/hooks.json'),
    ]);
    expect(listed[1]?.actions).toEqual([{ event: 'PreToolUse', command: 'true', matcher: '*' }]);
  });

  it.each<[answer: string, heard: RegExp]>([
    [`echo '{"decision":"allow"}'`, /^Tool said: text/],
    ['true', /^Tool said: text/],
    [`echo '{"decision":"ask"}'`, /^Tool said: text/],
    [`echo '{"decision":"deny","reason":"no"}'`, /^Tool said: tool call denied by pre-tool hook: no\n$/],
    [`echo '{}'`, /denied by pre-tool hook: \n$/],
    [`echo '{"decision":"block"}'`, /unsupported hook decision: block/],
    ['echo no json', /failed to unmarshal result from hook/],
    ['exit 3', /failed: command failed: exit status 3/],
    ['grep -q view_file || exit 4', /^Tool said: text/],
  ])('has a hook that says %j', async (command, heard) => {
    await hooks(toolHook(command));
    expect(responseOf(await play('SCENARIO=read ARG="src/a.txt"'))).toMatch(heard);
  });
});

describe('its updater', () => {
  const status = () => join(world.geminiFolder, 'antigravity-cli/updater/update_status.json');
  const update = (word: string) =>
    playTurns(world, ['SCENARIO=answer'], { variables: { AGY_CLI_DISABLE_AUTO_UPDATE: word } });

  it('is stopped by one word', async () => {
    await update('true');
    expect(existsSync(dirname(status()))).toBe(false);
  });

  it.each(['', '1', 'TRUE'])('is not stopped by %j', async (word) => {
    await update(word);
    await settles(() => existsSync(status()));
    expect(world.calls()).toHaveLength(1);
  });
});
