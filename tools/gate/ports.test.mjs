import { once } from 'node:events';
import { createServer } from 'node:net';

import { describe, expect, it } from '@jest/globals';

import { canSeeProcesses } from './processes.mjs';
import { findListeners, findNewPorts, parseListeners } from './ports.mjs';

const [mark] = Object.entries(process.env).map(([name, value]) => `${name}=${value}`);

describe('parseListeners', () => {
  it('reads the ports that listen and no other', () => {
    const row = (state, inode) =>
      `   0: 0100007F:1F90 00000000:0000 ${state} 00000000:00000000 00:00000000 00000000     0        0 ${inode} 1 0`;
    expect(parseListeners(`  sl  local_address\n${row('0A', 77)}\n${row('01', 78)}\n`)).toEqual([
      ['77', 8080],
    ]);
    expect(parseListeners('')).toEqual([]);
  });
});

(canSeeProcesses ? describe : describe.skip)('findNewPorts', () => {
  it('finds a port that is still open, and none once it is closed', async () => {
    const before = findListeners();
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const port = /** @type {import('node:net').AddressInfo} */ (server.address()).port;
    const open = await Promise.all([mark, 'NOBODY=has this'].map((each) => findNewPorts(before, each, 0)));
    server.close();
    await once(server, 'close');
    expect(open[0]).toContain(port);
    expect(open[1]).not.toContain(port);
    expect(await findNewPorts(before, mark, 0)).not.toContain(port);
  });
});
