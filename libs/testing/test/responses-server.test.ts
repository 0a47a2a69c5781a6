import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { answer, reply, REQUEST_MAX_BYTES, REQUESTS_KEPT, startResponsesServer } from '../src/index.js';
import type { ResponsesServer } from '../src/index.js';

let server: ResponsesServer;

beforeEach(async () => {
  server = await startResponsesServer();
});
afterEach(() => server.close());

const ask = (prompt: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/responses`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ model: 'a-model', input: [{ role: 'user', content: prompt }] }),
  });
const textOf = async (prompt: string) => (await ask(prompt)).text();

describe('replies', () => {
  it('streams the answer as server-sent events', async () => {
    const response = await ask('hello');
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const events = (await response.text()).trimEnd().split('\n\n');
    expect(events[0]).toMatch(/^event: response\.created\ndata: \{"type":"response\.created"/);
    expect(events.at(-1)).toContain('"status":"completed"');
  });

  it('lets the prompt pick the scenario, before the one that is set', async () => {
    server.use('e500');
    expect((await ask('SCENARIO=answer')).status).toBe(200);
    expect((await ask('hello')).status).toBe(500);
  });

  it('takes a function as scenario and counts the attempts of one prompt', async () => {
    server.use((_turn, attempt) => reply(answer(`attempt ${attempt}`)));
    await textOf('one');
    expect(await textOf('one')).toContain('attempt 2');
    expect(await textOf('two')).toContain('attempt 1');
  });

  it('sends the status, the body and the headers of an error', async () => {
    const response = await ask('SCENARIO=e429-usage');
    expect(response.status).toBe(429);
    expect(response.headers.get('x-codex-primary-used-percent')).toBe('100');
    expect(await response.json()).toMatchObject({ error: { type: 'usage_limit_reached' } });
  });

  it('sends garbage as it is', async () => {
    expect(await textOf('SCENARIO=garbage')).toBe('data: not json\n\n');
  });

  it('breaks the connection after all it has sent', async () => {
    const response = await ask('SCENARIO=cut');
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const readAll = async () => {
      for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value;
    };
    await expect(readAll()).rejects.toThrow('terminated');
    expect(text).toContain('response.output_item.done');
  });

  it.each([
    ['POST', '/responses', 'SCENARIO=no-such-scenario', 418],
    ['POST', '/other', 'hello', 404],
    ['GET', '/models', undefined, 404],
  ])('answers %s %s %s with %i', async (method, path, prompt, status) => {
    const body =
      prompt === undefined ? {} : { body: JSON.stringify({ input: [{ role: 'user', content: prompt }] }) };
    expect((await fetch(server.url + path, { method, ...body })).status).toBe(status);
  });
});

describe('requests', () => {
  it('keeps what came, and of the key only that there was one', async () => {
    await ask('hello', { authorization: 'Bearer canary-secret' });
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]).toMatchObject({
      method: 'POST',
      path: '/v1/responses',
      headers: { authorization: '<present>' },
      body: { model: 'a-model' },
    });
    expect(JSON.stringify(server.requests)).not.toContain('canary-secret');
  });

  it('keeps the latest only', async () => {
    for (let count = 0; count <= REQUESTS_KEPT; count += 1) await textOf(`SCENARIO=empty number ${count}`);
    expect(server.requests).toHaveLength(REQUESTS_KEPT);
    expect(JSON.stringify(server.requests[0]?.body)).toContain('number 1"');
  });

  it('reads a body at the bound and refuses one past it', async () => {
    const post = (bytes: number) =>
      fetch(`${server.url}/responses`, { method: 'POST', body: Buffer.alloc(bytes, ' ') });
    expect((await post(REQUEST_MAX_BYTES)).status).toBe(200);
    expect((await post(REQUEST_MAX_BYTES + 1)).status).toBe(413);
  });
});

describe('close', () => {
  it.each(['hang', 'slow'])(
    'ends a reply that is under way (%s) at once, and frees the port',
    async (scenario) => {
      const response = await ask(`SCENARIO=${scenario}`);
      const rest = response.text();
      const started = performance.now();
      await Promise.all([server.close(), expect(rest).rejects.toThrow('terminated')]);
      expect(performance.now() - started).toBeLessThan(1000);
      await expect(ask('hello')).rejects.toThrow('fetch failed');
    },
  );

  it('may be called twice', async () => {
    await server.close();
    await expect(server.close()).resolves.toBeUndefined();
  });
});
