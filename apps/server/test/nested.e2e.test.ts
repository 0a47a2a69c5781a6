import { execFile } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import {
  answer,
  claudeBinary,
  codexBinary,
  createAgentWorld,
  createCanary,
  createClaudeHome,
  createCodexHome,
  createTempWorkspace,
  descendantsOf,
  reply,
  startMessagesServer,
  startResponsesServer,
} from '@coagent8/testing';
import type { AgentWorld, Canary, Scenario, TempWorkspace } from '@coagent8/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { commandOf, parentOf } from './all-agents.js';
import { asking, call, createInstalledWorld, installedEntry } from './installed-server.js';
import type { InstalledWorld } from './installed-server.js';

/** An agent as the host of our server: its model asks `consult`, then repeats what came back. */
interface Host {
  /** Runs it to its end, and gives what it printed. */
  readonly run: (more: Record<string, string>) => ReturnType<typeof start>;
  readonly remove: () => Promise<void>;
}

type HostId = 'codex' | 'claude';

/** A host whose server is to find the same agent at `agentPath`. */
const HOSTS: Readonly<Record<HostId, (folder: TempWorkspace, agentPath: string) => Promise<Host>>> = {
  codex: async (folder, agentPath) => {
    const models = await startResponsesServer(
      consulting({ name: 'consult', namespace: 'mcp__coagent8' }, 'codex'),
    );
    const home = await createCodexHome({
      modelServerUrl: models.url,
      tables: `
[mcp_servers.coagent8]
command = ${JSON.stringify(process.execPath)}
args = ${JSON.stringify([installedEntry()])}
required = true
default_tools_approval_mode = "approve"
env_vars = ["COAGENT8_PRICES_URL"]
env = { CODEX_PATH = ${JSON.stringify(agentPath)}, FAKE_KEY = "dummy-key-of-a-test" }
`,
    });
    const args = ['exec', '--skip-git-repo-check', '-C', folder.path, 'Ask the other agent.'];
    return {
      run: (more) => start(codexBinary(), args, folder.path, { ...home.variables, ...more }),
      remove: async () => {
        await models.close();
        await home.remove();
      },
    };
  },
  claude: async (folder, agentPath) => {
    const models = await startMessagesServer(consulting({ name: 'mcp__coagent8__consult' }, 'claude'));
    const home = await createClaudeHome({ modelServerUrl: models.url });
    const env = { CLAUDE_PATH: agentPath };
    const servers = { coagent8: { type: 'stdio', command: process.execPath, args: [installedEntry()], env } };
    const config = await folder.write('servers.json', JSON.stringify({ mcpServers: servers }));
    const tool = '--allowed-tools=mcp__coagent8__consult';
    const args = ['-p', 'Ask the other agent.', '--mcp-config', config, '--strict-mcp-config', tool];
    const variables = { ...home.variables, ENABLE_TOOL_SEARCH: 'false' };
    return {
      run: (more) => start(claudeBinary(), args, folder.path, { ...variables, ...more }),
      remove: async () => {
        await models.close();
        await home.remove();
      },
    };
  },
};

function consulting(tool: { name: string; namespace?: string }, backend: HostId): Scenario {
  return ({ toolOutputs: [said], tools, scenario }) => {
    if (scenario !== undefined) return reply(answer('Hello from the model.'));
    if (said !== undefined) return reply(answer(`It said: ${said}`));
    const isThere = tools.some(({ name, namespace }) => name === tool.name && namespace === tool.namespace);
    if (!isThere) return reply(answer('There is no consult.'));
    const callArguments = { proposal: 'SCENARIO=answer', backend };
    return reply({ type: 'function-call', ...tool, callArguments });
  };
}

/** Runs a program to its end, and watches what is below it. */
async function start(file: string, args: readonly string[], cwd: string, env: Record<string, string>) {
  const running = promisify(execFile)(file, args, { cwd, env, timeout: 60_000 });
  running.child.stdin?.end();
  const watch = watchServers(running.child.pid);
  const { stdout } = await running.finally(watch.stop);
  return { stdout, servers: watch.servers.size, below: watch.below.size };
}

const LOOK_EVERY_MS = 10;

/** Looks which servers of ours run below a process, and which processes below them, until it is stopped. */
function watchServers(root = 0) {
  const servers = new Set<number>();
  const below = new Set<number>();
  const isOurs = (pid: number) => commandOf(pid).includes(installedEntry());
  const looking = setInterval(() => {
    for (const pid of descendantsOf(root)) {
      // What a server of ours starts has the command line of the server for a moment.
      if (isOurs(pid) && !isOurs(parentOf(pid))) servers.add(pid);
    }
    for (const server of servers) for (const pid of descendantsOf(server)) below.add(pid);
  }, LOOK_EVERY_MS);
  return { servers, below, stop: () => clearInterval(looking) };
}

describe.each<HostId>(['codex', 'claude'])('our server, registered with a real %s', (id) => {
  let folder: TempWorkspace;
  let canary: Canary;
  let host: Host;
  beforeAll(async () => {
    folder = await createTempWorkspace({ git: true });
    canary = createCanary(folder.path);
    const binary = id === 'codex' ? codexBinary() : claudeBinary();
    const noted = await folder.write(id, `#!/bin/sh\n${canary.shellLine}\nexec '${binary}' "$@"\n`);
    await chmod(noted, 0o755);
    host = await HOSTS[id](folder, noted);
  });
  afterAll(async () => {
    await host.remove();
    await folder.remove();
  });

  it('refuses to start an agent where that host is one that we started', async () => {
    await canary.reset();
    const { stdout, servers, below } = await host.run({ COAGENT8_NESTED_TURN: '1' });
    expect(stdout).toMatch(/^It said: [^]*> POLICY_DENIED: .*turns do not nest/);
    expect(await canary.fired()).toBe(false);
    expect({ servers, below }).toEqual({ servers: 1, below: 0 });
  });

  // The same world: the refusal above was not that of a server that could not have answered.
  it('answers where that host is the user’s own', async () => {
    await canary.reset();
    const { stdout, servers } = await host.run({});
    expect(stdout).toMatch(/^It said: [^]*Hello from the model\.\n/);
    expect(await canary.fired()).toBe(true);
    expect(servers).toBe(1);
  });
});

/** Registers our server, with a canary before it, as the user of an agent would. */
const REGISTER: Readonly<Record<HostId, (world: AgentWorld, canary: Canary) => Promise<void>>> = {
  codex: async (world, canary) => {
    const [command, args] = noted(canary);
    const table = `[mcp_servers.coagent8]\ncommand = "${command}"\nargs = ${JSON.stringify(args)}\n`;
    await writeFile(join(world.home, '.codex', 'config.toml'), table, { flag: 'a' });
  },
  claude: async (world, canary) => {
    const [command, args] = noted(canary);
    const servers = { coagent8: { type: 'stdio', command, args, env: {} } };
    await writeFile(join(world.home, '.claude', '.claude.json'), JSON.stringify({ mcpServers: servers }));
  },
};

const noted = ({ shellLine }: Canary) =>
  ['/bin/sh', ['-c', `${shellLine}; exec '${process.execPath}' '${installedEntry()}'`]] as const;

/** The agent by itself. */
const BARE: Readonly<Record<HostId, readonly string[]>> = {
  codex: ['exec', '--skip-git-repo-check', 'SCENARIO=answer'],
  claude: ['-p', 'SCENARIO=answer'],
};

describe.each<HostId>(['codex', 'claude'])('a %s of the user that has our server registered', (id) => {
  let world: InstalledWorld;
  let canary: Canary;
  beforeAll(async () => {
    const agent = await createAgentWorld(id);
    canary = createCanary(agent.home);
    await REGISTER[id](agent, canary);
    world = await createInstalledWorld({ agent });
  });
  afterAll(() => world.remove());

  it('does not start it in a turn of ours', async () => {
    const { text, isError } = await call(await world.serve(), asking('answer', undefined, { backend: id }));
    expect(text).toMatch(/^Hello from the model\.\n/);
    expect(isError).toBe(false);
    expect(await canary.fired()).toBe(false);
  });

  it('starts it by itself', async () => {
    await start(world.agent.binary, BARE[id], world.workspace.path, { ...world.variables });
    expect(await canary.fired()).toBe(true);
  });
});

describe('an agy of the user that has our server registered', () => {
  let world: InstalledWorld;
  beforeAll(async () => {
    world = await createInstalledWorld({ agent: 'agy' });
    const servers = { coagent8: { command: process.execPath, args: [installedEntry()] } };
    const file = join(world.agent.home, '.gemini', 'config', 'mcp_config.json');
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, JSON.stringify({ mcpServers: servers }));
  });
  afterAll(() => world.remove());

  it('starts it, where no agent will start, and ends it with the turn', async () => {
    const server = await world.serve();
    const watch = watchServers(server.pid);
    const { text } = await call(server, asking('late', '1000', { backend: 'agy' }));
    watch.stop();
    expect(text).toMatch(/^Hello from the model\.\n/);
    expect({ servers: watch.servers.size, below: watch.below.size }).toEqual({ servers: 1, below: 0 });
    expect(descendantsOf(server.pid ?? 0)).toEqual([]);
  });
});
