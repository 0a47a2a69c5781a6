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
const aborted = { subtype: 'error_during_execution', is_error: true };

describe('createLiveTurn', () => {
  it('ignores what comes before the prompt, but for a hook', () => {
    const news: TurnNews[] = [];
    const live = createLiveTurn((each) => news.push(each));
    live.onEvent('system/novel', {});
    live.onEvent('result', aborted);
    expect([news, live.isOver(), live.isFollowed()]).toEqual([[], false, false]);
    expect(() => live.onEvent('system/hook_started', {})).toThrow(
      expect.objectContaining({ code: 'SANDBOX_UNAVAILABLE' }),
    );
  });

  it('has ended before Claude Code says that it is over, where there is nothing to wait for', async () => {
    const live = createLiveTurn(() => undefined);
    live.follow(context);
    live.onEvent('system/api_retry', rejected);
    expect(await live.ended).toMatchObject({ type: 'failed', failure: { code: 'AUTH_REQUIRED' } });
    expect(live.isOver()).toBe(false);
    live.onEvent('result', aborted);
    await live.over;
    expect(live.isOver()).toBe(true);
  });

  it('says nothing after its ending', () => {
    const news: TurnNews[] = [];
    const live = createLiveTurn((each) => news.push(each));
    live.follow(context);
    live.onEvent('result', aborted);
    live.onEvent('system/novel', {});
    expect(news).toEqual([]);
  });

  it('throws what ends the connection', () => {
    const live = createLiveTurn(() => undefined);
    live.follow(context);
    expect(() => live.onEvent('system/hook_response', {})).toThrow('left the read-only profile');
    expect(() => live.onEvent('result', {})).toThrow('a malformed result');
  });
});
