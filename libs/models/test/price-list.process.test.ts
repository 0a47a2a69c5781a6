import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { RequestListener, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { PRICE_LIST_MAX_BYTES, readPriceList } from '../src/prices/read-price-list.js';
import { endFixtures, startFixture } from './fixture-process.js';

const LIST = JSON.stringify({ data: [{ id: 'vendor/swift-4', pricing: { completion: '0.00001' } }] });
const ENTRIES = [{ name: 'vendor/swift-4', outputUsdPerMillion: 10 }];
const SECRET = 'not-to-be-shown';

let folder = '';
const servers: { readonly end: () => Promise<void> }[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'coagent8-prices-'));
});
afterEach(async () => {
  await endFixtures();
  await Promise.all(servers.splice(0).map(({ end }) => end()));
  rmSync(folder, { recursive: true });
});

/** Serves on a loopback port until the test ends. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const end = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  servers.push({ end });
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/list.json`;
}
const serveText = (text: string | Uint8Array, status = 200, headers = {}) =>
  serve((_, response) => void response.writeHead(status, headers).end(text));

const read = (source: string, more: { readonly timeoutMs?: number; readonly signal?: AbortSignal } = {}) =>
  readPriceList({ source, signal: new AbortController().signal, ...more });
const unusable = (problem: string) => ({
  code: 'PROCESS_ERROR',
  message: expect.stringContaining(problem),
  remedy: expect.stringContaining('COAGENT8_PRICES_URL'),
});

/** A list that is this many bytes long. */
const padded = (bytes: number) => `${LIST.slice(0, -1)},"padding":"${'x'.repeat(bytes - LIST.length - 13)}"}`;

/** Resolves when the client has gone. */
const gone = (response: ServerResponse) => new Promise<void>((resolve) => response.on('close', resolve));

describe('a price list on the network', () => {
  it('is read with one plain request', async () => {
    const seen: unknown[] = [];
    const url = await serve(({ method, url: path, headers }, response) => {
      seen.push([method, path, headers.accept, headers.authorization, headers.cookie]);
      response.end(LIST);
    });
    expect(await read(`${url}?page=1`)).toEqual(ENTRIES);
    expect(seen).toEqual([['GET', '/list.json?page=1', 'application/json', undefined, undefined]]);
  });

  it.each([
    ['with a byte order mark', `\ufeff${LIST}`, {}],
    ['packed', gzipSync(LIST), { 'content-encoding': 'gzip' }],
    ['called HTML', LIST, { 'content-type': 'text/html' }],
  ])('may be %s', async (_, text, headers) => {
    expect(await read(await serveText(text, 200, headers))).toEqual(ENTRIES);
  });

  it('sends a user and a password of the address, and shows neither them nor the query', async () => {
    let sent: string | undefined;
    const url = await serve(({ headers }, response) => {
      sent = headers.authorization;
      response.writeHead(403).end();
    });
    const source = `${url.replace('//', `//me%40here:${SECRET}@`)}?key=${SECRET}#${SECRET}`;
    const error: unknown = await read(source).catch((reason: unknown) => reason);
    expect(Buffer.from(sent?.replace('Basic ', '') ?? '', 'base64').toString()).toBe(`me@here:${SECRET}`);
    expect(error).toMatchObject(unusable(`${url} is not usable: the server answered with status 403`));
    expect(JSON.stringify(error)).not.toContain(SECRET);
  });

  it.each([
    ['', 'it is not JSON'],
    ['<!doctype html><title>Sign in</title>', 'it is not JSON'],
    [LIST.slice(0, -1), 'it is not JSON'],
    ['[]', 'no list called "data"'],
    ['{"data":[{"id":"a:free","pricing":{"completion":"0"}}]}', 'none of its 1 entries'],
    [Buffer.from([0x7b, 0xff, 0x7d]), 'it is not UTF-8 text'],
  ])('that holds %j is refused', async (text, problem) => {
    await expect(read(await serveText(text))).rejects.toMatchObject(unusable(problem));
  });

  it.each([204, 206, 304, 404, 500])('that comes with status %d is refused', async (status) => {
    const answer = [204, 304].includes(status) ? '' : LIST;
    await expect(read(await serveText(answer, status))).rejects.toMatchObject(
      unusable(`the server answered with status ${status}`),
    );
  });

  it.each([301, 302, 303, 307, 308])('is not looked for where status %d leads', async (status) => {
    let requests = 0;
    const url = await serve((_, response) => {
      requests += 1;
      response.writeHead(status, { location: `/moved.json?key=${SECRET}` }).end(LIST);
    });
    const error: unknown = await read(url).catch((reason: unknown) => reason);
    const target = url.replace('list', 'moved');
    expect(error).toMatchObject(
      unusable(`${url} is not usable: it leads to ${target}, which is not followed`),
    );
    expect(JSON.stringify(error)).not.toContain(SECRET);
    expect(requests).toBe(1);
  });

  it('may be as large as the limit, and not one byte larger', async () => {
    expect(Buffer.byteLength(padded(PRICE_LIST_MAX_BYTES))).toBe(PRICE_LIST_MAX_BYTES);
    expect(await read(await serveText(padded(PRICE_LIST_MAX_BYTES)))).toEqual(ENTRIES);
    for (const bytes of [PRICE_LIST_MAX_BYTES + 1, 5 * 1024 * 1024])
      await expect(read(await serveText(padded(bytes)))).rejects.toMatchObject(
        unusable(`it is larger than ${PRICE_LIST_MAX_BYTES} bytes`),
      );
  });

  it('is left as soon as it is larger than the limit, whatever it says of itself', async () => {
    let left: Promise<void> | undefined;
    const url = await serve((_, response) => {
      left = gone(response);
      const piece = Buffer.alloc(65_536, 0x20);
      const more = () => {
        while (!response.destroyed && response.write(piece));
      };
      response.on('drain', more);
      more();
    });
    await expect(read(url)).rejects.toMatchObject(unusable('it is larger than'));
    await left;
  });

  it('counts unpacked bytes', async () => {
    const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024, 0x20));
    expect(bomb.byteLength).toBeLessThan(PRICE_LIST_MAX_BYTES);
    await expect(read(await serveText(bomb, 200, { 'content-encoding': 'gzip' }))).rejects.toMatchObject(
      unusable('it is larger than'),
    );
  });

  it.each([
    ['never begins', () => undefined],
    [
      'never ends its headers',
      (response: ServerResponse) => void response.socket?.write('HTTP/1.1 200 OK\r\nx-more: '),
    ],
    ['never ends', (response: ServerResponse) => void response.write('{"data":[')],
    [
      'trickles',
      (response: ServerResponse) => {
        const timer = setInterval(() => response.write(' '), 5);
        response.on('close', () => clearInterval(timer));
      },
    ],
  ])('that %s is given up and left', async (_, answer) => {
    let left: Promise<void> | undefined;
    const url = await serve((_request, response) => {
      left = gone(response);
      answer(response);
    });
    await expect(read(url, { timeoutMs: 200 })).rejects.toMatchObject(
      unusable('it did not arrive whole within 200 ms'),
    );
    await left;
  });

  it('is left when its signal says so, with the reason of the signal', async () => {
    const controller = new AbortController();
    let left: Promise<void> | undefined;
    const url = await serve((_, response) => {
      left = gone(response);
      response.write('{');
      controller.abort(new Error('enough'));
    });
    await expect(read(url, { signal: controller.signal, timeoutMs: 600_000 })).rejects.toThrow('enough');
    await left;
    await expect(read(url, { signal: controller.signal, timeoutMs: 600_000 })).rejects.toThrow('enough');
  });

  it('that is cut is refused', async () => {
    const whole = await serve((_, response) => {
      response.writeHead(200, { 'content-length': LIST.length * 2 });
      response.write(LIST, () => response.destroy());
    });
    await expect(read(whole)).rejects.toMatchObject(unusable('the connection failed'));
    const silent = await serve((request) => void request.socket.destroy());
    await expect(read(silent)).rejects.toMatchObject(unusable('the connection failed'));
    const packed = await serveText(gzipSync(LIST).subarray(0, 30), 200, { 'content-encoding': 'gzip' });
    await expect(read(packed)).rejects.toMatchObject(unusable(''));
  });

  it('that nobody serves is named', async () => {
    const url = await serveText(LIST);
    await servers.pop()?.end();
    await expect(read(url)).rejects.toMatchObject(unusable('the connection failed (ECONNREFUSED)'));
  });
});

describe('a price list in a file', () => {
  const put = (text: string | Uint8Array) => {
    const path = join(folder, 'my list.json');
    writeFileSync(path, text);
    return path;
  };

  it('is named by its path or its address', async () => {
    const path = put(`\ufeff${LIST}`);
    expect(await read(path)).toEqual(ENTRIES);
    expect(await read(pathToFileURL(path).href)).toEqual(ENTRIES);
  });

  it('may be as large as the limit, and not one byte larger', async () => {
    expect(await read(put(padded(PRICE_LIST_MAX_BYTES)))).toEqual(ENTRIES);
    await expect(read(put(padded(PRICE_LIST_MAX_BYTES + 1)))).rejects.toMatchObject(
      unusable(`larger than ${PRICE_LIST_MAX_BYTES} bytes`),
    );
  });

  it('is refused by its path where it holds something else', async () => {
    const path = put('<html>');
    await expect(read(path)).rejects.toMatchObject(unusable(`${path} is not usable: it is not JSON`));
    await expect(read(put(Buffer.from([0xff])))).rejects.toMatchObject(unusable('it is not UTF-8 text'));
  });

  it('is refused where it is none', async () => {
    const fifo = join(folder, 'fifo');
    execFileSync('mkfifo', [fifo]);
    for (const path of [folder, fifo, '/dev/zero'])
      await expect(read(path)).rejects.toMatchObject(unusable(`${path}: it is not a regular file`));
    const missing = join(folder, 'missing');
    await expect(read(missing)).rejects.toMatchObject(
      unusable(`${missing} is not usable: there is no such file`),
    );
  });

  it('is refused where it may not be read', async () => {
    const path = put(LIST);
    chmodSync(folder, 0o755);
    chmodSync(path, 0o000);
    const reader = startFixture('read-price-list', path);
    expect(JSON.parse((await reader.nextLine()) ?? '')).toMatchObject({
      code: 'PROCESS_ERROR',
      message: `the price list is not usable: cannot read ${path}: EACCES`,
    });
  });
});

describe('anything else', () => {
  it.each(['prices.json', '../prices.json', 'ftp://127.0.0.1/list', 'data:application/json,{"data":[]}'])(
    '%s is refused by the name of the variable',
    async (source) => {
      await expect(read(source)).rejects.toMatchObject({
        message: expect.stringMatching(/^COAGENT8_PRICES_URL is no http/),
        remedy: expect.stringContaining('unset it'),
      });
    },
  );
});

describe('a process that leaves a read behind', () => {
  it('ends by itself within the bounds of the read', async () => {
    const url = await serve((_, response) => void response.write('{'));
    const reader = startFixture('leave-read-behind', url, '300');
    expect(await reader.nextLine()).toBe('left');
    expect(await reader.ended).toBe(0);
  });
});
