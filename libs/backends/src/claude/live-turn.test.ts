import { describe, expect, it } from '@jest/globals';

import type { TurnNews } from '../turn-stream.js';
import { createLiveTurn } from './live-turn.js';

const context = {
  sessionId: 's',
  expected: { model: 'm', workspacePath: '/w' },
  checks: [],
  hasKey: true,
  now: () => 0,
};
const rejected = { retry_delay_ms: 500, error_status: 401, error: 'authentication_failed' };
const aborted = { subtype: 'error_during_execution', is_error: true, user_message_uuid: 'ours' };
const lifecycle = (command_uuid: string, state = 'started') => ({ command_uuid, state });

/** A turn, and what it has said. */
function createTurn() {
  const news: TurnNews[] = [];
  return { news, live: createLiveTurn({ messageId: 'ours', emit: (each) => news.push(each) }) };
}

describe('createLiveTurn', () => {
  it('ignores what comes before the prompt, but for hooks', () => {
    const { news, live } = createTurn();
    live.onEvent('system/novel', {});
    live.onEvent('system/status', {});
    expect([news, live.isOver(), live.isFollowed(), live.cause()]).toEqual([[], false, false, undefined]);
    for (const name of ['started', 'progress', 'response'])
      expect(() => live.onEvent(`system/hook_${name}`, {})).toThrow(
        expect.objectContaining({ code: 'SANDBOX_UNAVAILABLE', details: { failedChecks: 'hooks' } }),
      );
  });

  it.each([false, true])('is void with a turn that is not ours, with the prompt sent: %s', (isSent) => {
    const { news, live } = createTurn();
    if (isSent) live.follow(context);
    expect(() => live.onEvent('command_lifecycle', lifecycle('theirs'))).toThrow(
      expect.objectContaining({
        code: 'SANDBOX_UNAVAILABLE',
        message: expect.stringContaining('of its own'),
      }),
    );
    expect(news).toEqual([{ type: 'messages-voided' }]);
  });

  it('has ended before Claude Code says that it is over, where there is nothing to wait for', async () => {
    const { live } = createTurn();
    live.follow(context);
    live.onEvent('system/api_retry', rejected);
    expect(await live.ended).toMatchObject({ type: 'failed', failure: { code: 'AUTH_REQUIRED' } });
    expect(live.isOver()).toBe(false);
    live.onEvent('result', aborted);
    await live.over;
    expect(live.isOver()).toBe(true);
  });

  it('says nothing after its ending', () => {
    const { news, live } = createTurn();
    live.follow(context);
    live.onEvent('result', aborted);
    live.onEvent('system/novel', {});
    live.onEvent('command_lifecycle', lifecycle('theirs'));
    expect(news).toEqual([]);
  });

  it('throws what ends the connection', () => {
    const { news, live } = createTurn();
    live.follow(context);
    expect(() => live.onEvent('system/hook_response', {})).toThrow('left the read-only profile');
    expect(news).toEqual([{ type: 'messages-voided' }]);
    expect(() => live.onEvent('result', {})).toThrow('a malformed result');
  });

  it('knows the cause that was told, unless the turn is void', () => {
    const { live } = createTurn();
    live.follow(context);
    const message = { id: 'm', model: '<synthetic>', content: [{ type: 'text', text: 'Forbidden.' }] };
    live.onEvent('assistant', { error: 'authentication_failed', message });
    expect(live.cause()).toMatchObject({ code: 'AUTH_REQUIRED', message: 'Claude Code reports: Forbidden' });
    expect(() => live.onEvent('command_lifecycle', lifecycle('theirs'))).toThrow();
    expect(live.cause()).toBeUndefined();
  });
});
