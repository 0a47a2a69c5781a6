import { fileURLToPath } from 'node:url';

import { spawnOwned } from '../src/index.js';
import type { OwnedCommand, OwnedProcess, SpawnOwnedOptions } from '../src/index.js';

const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin' };

/** A tiny program of `test/fixtures`, run by the Node that runs the tests. */
export function fixture(name: string, ...args: string[]): OwnedCommand {
  return { file: process.execPath, args: [pathOf(name), ...args], cwd: '/', env: ENVIRONMENT };
}

/** A fixture that imports the sources of this room. */
export function sourceFixture(name: string, ...args: string[]): OwnedCommand {
  const { args: own, ...command } = fixture(name, ...args);
  return {
    ...command,
    args: ['--conditions=@coagent8/source', '--import', pathOf('typescript.mjs'), ...own],
  };
}

/** A few words of shell, as a program. */
export function shell(script: string): OwnedCommand {
  return { file: '/bin/sh', args: ['-c', script], cwd: '/', env: ENVIRONMENT };
}

const started: OwnedProcess[] = [];

/** `spawnOwned` for tests: what a failed test leaves running is ended by {@link stopAll}. */
export async function start(command: OwnedCommand, options?: SpawnOwnedOptions): Promise<OwnedProcess> {
  const running = await spawnOwned(command, options);
  started.push(running);
  return running;
}

/** For `afterEach`. */
export async function stopAll(): Promise<void> {
  await Promise.all(started.splice(0).map((running) => running.stop()));
}

/** All lines, one after the other. */
export async function textsOf(lines: AsyncIterable<{ text: string }>): Promise<string[]> {
  const texts: string[] = [];
  for await (const { text } of lines) texts.push(text);
  return texts;
}

function pathOf(name: string): string {
  return fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));
}
