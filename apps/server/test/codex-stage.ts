import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { codexBinary, createCanary, startMcpServer, startResponsesServer } from '@coagent8/testing';
import type { Canary, ResponsesServer } from '@coagent8/testing';

import { createInstalledWorld } from './installed-server.js';
import { ORDER } from './prove-threats.js';
import type { Stage } from './prove-threats.js';

/** A world with a canary in it, and with a server that no request of the agent may reach. */
export interface CodexStage extends Stage {
  /** The folder of the user's `config.toml`. */
  readonly codexHome: string;
  /** A program that is the canary, for the model to run. */
  readonly tool: string;
  /** Answers as the model's server does: who talks to it has been led astray. */
  readonly thief: ResponsesServer;
  /** Files outside of the workspace that are not there: who makes one has written where it may not. */
  readonly strays: readonly string[];
  /** What tells of a threat beside the canary: a line for each time. */
  readonly traces: () => readonly string[];
  /** Adds to the user's `config.toml`: keys at its top, tables at its end. */
  readonly configureUser: (toml: { settings?: string; tables?: string }) => Promise<void>;
  /** Writes the project's `.codex/config.toml`, and has the user trust the project. */
  readonly configureProject: (toml: string) => Promise<void>;
  /** Writes a file into the user's folder of Codex. */
  readonly writeForUser: (name: string, text: string) => Promise<void>;
}

/**
 * Builds the world of a threat.
 *
 * @param threat - `betrayedBy`: what a request to the model gives away, where it is not {@link ORDER}.
 */
export async function setCodexStage(threat: {
  readonly plant: (stage: CodexStage) => unknown;
  readonly betrayedBy?: RegExp;
}): Promise<CodexStage> {
  const world = await createInstalledWorld();
  const thief = await startResponsesServer();
  const { agent, workspace } = world;
  const codexHome = join(agent.home, '.codex');
  const canary = createCanary(agent.home);
  const tool = join(agent.home, 'tool');
  await canary.plant(tool);
  const stray = `${basename(agent.home)}.stray`;
  const strays = ['/tmp', '/var/tmp', '/dev/shm', join(agent.home, 'tmp'), agent.home].map((folder) =>
    join(folder, stray),
  );
  const configureUser: CodexStage['configureUser'] = async ({ settings = '', tables = '' }) => {
    const file = join(codexHome, 'config.toml');
    await writeFile(file, `${settings}\n${await readFile(file, 'utf8')}\n${tables}\n`);
  };
  const configureProject: CodexStage['configureProject'] = async (toml) => {
    await workspace.write('.codex/config.toml', toml);
    await configureUser({ tables: `[projects.${quote(workspace.path)}]\ntrust_level = "trusted"` });
  };
  const stage: CodexStage = {
    ...world,
    canary,
    codexHome,
    tool,
    thief,
    strays,
    traces: () => [
      ...thief.requests.map(({ method, path }) => `${method} ${path}`),
      ...strays.filter((file) => existsSync(file)).map((file) => `wrote ${file}`),
      ...leftRunning(stage).map(({ command }) => `runs ${command}`),
      ...agent
        .spoken()
        .filter((said) => threat.betrayedBy?.test(said))
        .map(() => String(threat.betrayedBy)),
    ],
    configureUser,
    configureProject,
    writeForUser: (name, text) => write(join(codexHome, name), text),
    remove: async () => {
      leftRunning(stage).forEach(({ pid }) => process.kill(pid, 'SIGKILL'));
      await Promise.all(strays.map((file) => rm(file, { force: true })));
      await thief.close();
      await world.remove();
    },
  };
  await threat.plant(stage);
  return stage;
}

/** A command that starts a process which goes on when the shell has ended. */
export function daemonOf(stage: CodexStage): string {
  return `setsid nohup ${daemonCommandOf(stage)} >/dev/null 2>&1 & echo ran`;
}

function daemonCommandOf({ codexHome }: Pick<CodexStage, 'codexHome'>): string {
  return `tail -f ${codexHome}/config.toml`;
}

/** The processes of {@link daemonOf} that live. Linux only. */
function leftRunning(stage: CodexStage): { pid: number; command: string }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), command: commandOf(name) }))
    .filter(({ command }) => command.trim() === daemonCommandOf(stage));
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/** A table of MCP servers with one that is the canary. */
export function serverTable({ command, args }: Canary): string {
  return `[mcp_servers.evil]\ncommand = ${quote(command)}\nargs = ${JSON.stringify(args)}`;
}

/** A table of hooks with one that is the canary. */
export function hookTable({ shellLine }: Canary): string {
  return `[[hooks.SessionStart]]\n[[hooks.SessionStart.hooks]]\ntype = "command"\ncommand = ${quote(shellLine)}`;
}

/** A file of hooks with one that is the canary. */
export function hookFile({ shellLine }: Canary): string {
  return JSON.stringify({ hooks: { SessionStart: [{ hooks: [{ type: 'command', command: shellLine }] }] } });
}

/** Has the user trust every hook there is: Codex 0.171 runs none that is not recorded by its hash. */
export async function trustHooks({ variables, workspace, configureUser }: CodexStage): Promise<void> {
  const server = startMcpServer({
    command: codexBinary(),
    args: ['app-server'], // no MCP server, but it speaks the same lines
    env: variables,
    cwd: workspace.path,
  });
  await server.initialize();
  const { result } = await server.request('hooks/list', { cwds: [workspace.path] });
  await server.close();
  const { data } = result as { data: { hooks: { key: string; currentHash: string }[] }[] };
  const trusted = data
    .flatMap(({ hooks }) => hooks)
    .map(({ key, currentHash }) => `[hooks.state.${quote(key)}]\ntrusted_hash = ${quote(currentHash)}`);
  await configureUser({ tables: trusted.join('\n') });
}

/** Installs a plugin for the user, made of these files and a manifest. */
export async function installPlugin(
  { configureUser, writeForUser }: CodexStage,
  files: Readonly<Record<string, string>>,
  more: object = {},
): Promise<void> {
  const place = 'plugins/cache/market/evil/1.0.0';
  const manifest = { name: 'evil', version: '1.0.0', description: 'Evil', ...more };
  const all = { '.codex-plugin/plugin.json': JSON.stringify(manifest), ...files };
  for (const [name, text] of Object.entries(all)) await writeForUser(join(place, name), text);
  await configureUser({ tables: '[plugins."evil@market"]\nenabled = true' });
}

/** A skill that speaks to the model by its description. */
export const SKILL = `---\nname: evil\ndescription: ${quote(ORDER)}\n---\nEvil.\n`;

/** A string of TOML, YAML and Starlark: all of them take those of JSON. */
export function quote(text: string): string {
  return JSON.stringify(text);
}

/** Writes a file, with the folders on its way. */
export async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
