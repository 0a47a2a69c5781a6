import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { canSeeProcesses } from './processes.mjs';
import { checkLeftovers, createWorld } from './test-world.mjs';

/** @type {import('./test-world.mjs').TestWorld} */
let world;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => rmSync(world.folder, { recursive: true }));

const failed = async () =>
  (await checkLeftovers(world)).filter((row) => row.failed > 0).map(({ name }) => name);

(canSeeProcesses ? describe : describe.skip)('checkLeftovers', () => {
  it('finds nothing where nothing was left', async () => {
    expect(await failed()).toEqual([]);
  });

  it('finds a file', async () => {
    writeFileSync(join(world.temporary, 'left.txt'), '');
    expect(await failed()).toEqual(['no file left behind']);
  });

  it('finds a process that only its home tells of, as that of an agent’s shell, and its port', async () => {
    const program = `require('net').createServer().listen(0, '127.0.0.1', () => console.log('open'))`;
    const child = spawn(process.execPath, ['-e', program], { cwd: tmpdir(), env: { HOME: world.home } });
    await once(child.stdout, 'data');
    const found = await failed();
    child.kill('SIGKILL');
    await once(child, 'close');
    expect(found).toEqual(['no process left behind', 'no port left open']);
  }, 20_000);

  it('takes no notice of somebody else’s port', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const found = await failed();
    server.close();
    expect(found).toEqual([]);
  }, 20_000);
});
