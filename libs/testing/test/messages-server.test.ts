import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { RESETS_AT_SECONDS, startMessagesServer } from '../src/index.js';
import type { MessagesServer } from '../src/index.js';

let server: MessagesServer;

beforeEach(async () => {
  server = await startMessagesServer();
});
afterEach(() => server.close());

const ask = (prompt: string, { stream = true, headers = {} }: { stream?: boolean; headers?: object } = {}) =>
  fetch(`${server.url}/v1/messages?beta=true`, {
    method: 'POST',
    headers: { ...headers },
    body: JSON.stringify({ model: 'a-model', stream, messages: [{ role: 'user', content: prompt }] }),
  });

describe('startMessagesServer', () => {
  it('streams the answer as server-sent events', async () => {
    const response = await ask('hello');
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const events = (await response.text()).trimEnd().split('\n\n');
    expect(events[0]).toMatch(/^event: message_start\ndata: \{"type":"message_start".*"model":"a-model"/);
    expect(events.at(-1)).toBe('event: message_stop\ndata: {"type":"message_stop"}');
  });

  it('answers as one message where no stream is wanted', async () => {
    const response = await ask('SCENARIO=long ARG="5"', { stream: false });
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toMatchObject({ content: [{ type: 'text', text: '01234' }] });
  });

  it('breaks a message that is cut, streamed or not', async () => {
    for (const stream of [true, false])
      await expect((await ask('SCENARIO=cut', { stream })).text()).rejects.toThrow('terminated');
  });

  it('sends the status, the body and the headers of an error', async () => {
    const response = await ask('SCENARIO=e429-usage');
    expect(response.status).toBe(429);
    expect(response.headers.get('anthropic-ratelimit-unified-reset')).toBe(String(RESETS_AT_SECONDS));
    expect(await response.json()).toMatchObject({ type: 'error', error: { type: 'rate_limit_error' } });
  });

  it.each([
    ['HEAD', '/', 200],
    ['HEAD', '/api/hello', 200],
    ['POST', '/v1/messages/count_tokens', 200],
    ['GET', '/v1/models', 404],
  ])('answers %s %s with %i', async (method, path, status) => {
    expect((await fetch(server.url + path, { method })).status).toBe(status);
  });

  it('answers an unknown scenario with an error of the API', async () => {
    const response = await ask('SCENARIO=no-such-scenario');
    expect(response.status).toBe(418);
    expect(await response.json()).toMatchObject({ type: 'error', error: { message: expect.any(String) } });
  });

  it('keeps of a key and of a token only that there was one', async () => {
    await ask('hello', { headers: { 'x-api-key': 'canary-secret' } });
    await ask('hello', { headers: { authorization: 'Bearer canary-secret' } });
    expect(server.requests.map(({ headers }) => [headers['x-api-key'], headers['authorization']])).toEqual([
      ['<present>', undefined],
      [undefined, '<present>'],
    ]);
    expect(JSON.stringify(server.requests)).not.toContain('canary-secret');
  });
});
