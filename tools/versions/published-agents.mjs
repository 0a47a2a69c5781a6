/** The published versions of the real agents: which are tried, and how one is installed and removed again. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { claudeBinary, codexBinary } from '@coagent8/testing';

import { npmCommand, npmEnvironment } from '../gate/install.mjs';
import { read } from '../gate/run.mjs';

/**
 * @typedef {object} PublishedAgent
 * @property {string} id
 * @property {string} package - Of npm.
 * @property {string} variable - Names the binary to the tests.
 * @property {(folder: string) => string} binaryIn - Path of the native binary, given the folder it is installed in.
 * @property {readonly string[]} versions - Tried where none is named: the oldest that we support, three between, the newest.
 */

/** @type {readonly PublishedAgent[]} */
export const PUBLISHED_AGENTS = [
  {
    id: 'codex',
    package: '@openai/codex',
    variable: 'COAGENT8_E2E_CODEX',
    binaryIn: codexBinary,
    versions: ['0.150.0', '0.155.0', '0.160.1', '0.166.0', 'latest'],
  },
  {
    id: 'claude',
    package: '@anthropic-ai/claude-code',
    variable: 'COAGENT8_E2E_CLAUDE',
    binaryIn: claudeBinary,
    versions: ['2.1.248', '2.1.259', '2.1.280', '2.1.300', 'latest'],
  },
];

/**
 * Installs one version in a folder of its own. Install scripts stay off: the native binary needs none.
 * @param {PublishedAgent} agent
 * @param {string} version - Or a tag.
 * @returns {{ binary: string, version: string, remove: () => void }}
 * @throws {Error} With npm's message.
 */
export function installPublished(agent, version) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `coagent8-${agent.id}-`)));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'one-agent', private: true }));
    const { command, args } = npmCommand();
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    read(command, [...args, 'install', `${agent.package}@${version}`, ...options], {
      cwd: folder,
      env: { ...npmEnvironment(), npm_config_cache: join(folder, '.npm') },
    });
    const [installed] = Object.values(
      JSON.parse(read(command, [...args, 'ls', '--json'], { cwd: folder })).dependencies,
    );
    return { binary: agent.binaryIn(folder), version: installed.version, remove };
  } catch (error) {
    remove();
    throw error;
  }
}
