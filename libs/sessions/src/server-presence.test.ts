import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { acquireExclusiveLock } from '@coagent8/storage';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { createTemporaryRoot } from '../test/temporary-places.js';
import { createServerPresence } from './server-presence.js';
import type { ServerPresence } from './server-presence.js';

let temporary: ReturnType<typeof createTemporaryRoot>;
let one: ServerPresence;
let other: ServerPresence;
beforeEach(() => {
  temporary = createTemporaryRoot();
  one = createServerPresence(temporary.root);
  other = createServerPresence(temporary.root);
});
afterEach(() => {
  one.end();
  other.end();
  temporary.remove();
});

const locks = () => readdirSync(join(temporary.root, 'servers'));

describe('createServerPresence', () => {
  it('lives from its first announcement to its end, however often it is asked', async () => {
    expect(one.ownId()).toBeUndefined();
    const [id, again] = await Promise.all([one.announce(), one.announce()]);
    expect([again, one.ownId()]).toEqual([id, id]);
    for (let time = 0; time < 3; time++)
      expect([await other.isAlive(id), await one.isAlive(id)]).toEqual([true, true]);
    one.end();
    one.end();
    expect([await other.isAlive(id), one.ownId()]).toEqual([false, undefined]);
  });

  it('comes back as another, and the one that ended stays dead', async () => {
    const first = await one.announce();
    one.end();
    expect(await other.isAlive(first)).toBe(false);
    const second = await one.announce();
    expect(second).not.toBe(first);
    expect([await other.isAlive(second), await other.isAlive(first)]).toEqual([true, false]);
  });

  it('sweeps the locks of the dead, and neither its own nor those of others who live', async () => {
    const [own, living] = [await one.announce(), await other.announce()];
    writeFileSync(join(temporary.root, 'servers', `${'0'.repeat(32)}.lock`), '');
    writeFileSync(join(temporary.root, 'servers', 'of-somebody-else'), '');
    await Promise.all([one.sweep(), other.sweep()]);
    expect(locks().sort()).toEqual([`${own}.lock`, `${living}.lock`, 'of-somebody-else'].sort());
    expect([await other.isAlive(own), await one.isAlive(living)]).toEqual([true, true]);
  });

  it('sweeps nobody who is just coming: neither begins before the other is done', async () => {
    const sweeping = await acquireExclusiveLock(join(temporary.root, 'servers.lock'));
    const announced = one.announce();
    for (let time = 0; time < 5; time++) {
      expect(await Promise.race([announced, delay(10)])).toBeUndefined();
      expect(existsSync(join(temporary.root, 'servers'))).toBe(false);
    }
    sweeping?.release();
    expect(await other.isAlive(await announced)).toBe(true);
  });

  it('can announce itself after it could not', async () => {
    const inTheWay = join(temporary.root, 'servers');
    writeFileSync(inTheWay, '');
    await expect(one.announce()).rejects.toMatchObject({ code: 'PROCESS_ERROR' });
    expect(one.ownId()).toBeUndefined();
    rmSync(inTheWay);
    expect(await other.isAlive(await one.announce())).toBe(true);
  });

  it('takes nobody for dead who cannot be asked', async () => {
    const id = '0'.repeat(32);
    mkdirSync(join(temporary.root, 'servers', `${id}.lock`), { recursive: true });
    await expect(one.isAlive(id)).rejects.toMatchObject({ code: 'PROCESS_ERROR' });
    await expect(one.isAlive(id)).rejects.toMatchObject({ code: 'PROCESS_ERROR' });
  });
});
