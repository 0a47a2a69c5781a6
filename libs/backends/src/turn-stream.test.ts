import { CoAgentError } from '@coagent8/contracts';
import type { BackendEvent } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { createTurnStream } from './turn-stream.js';
import type { TurnEnding, TurnNews } from './turn-stream.js';

const started: TurnNews = {
  type: 'started',
  evidence: { profile: 'read-only', assurance: 'verified', checks: [] },
};
const delta = (text: string): TurnNews => ({ type: 'message-delta', messageId: 'm', text });
const warning: TurnNews = { type: 'warning', warning: { code: 'MAY_BE_ALIVE', message: 'pid 1' } };
const completed: TurnEnding = { type: 'completed' };

async function collect(stream: AsyncIterable<BackendEvent>): Promise<BackendEvent[]> {
  const events: BackendEvent[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

describe('createTurnStream', () => {
  it('passes the news and ends with the ending', async () => {
    const events = await collect(
      createTurnStream(async (emit) => {
        emit(started);
        await Promise.resolve();
        emit(delta('a'));
        return completed;
      }),
    );
    expect(events).toEqual([started, delta('a'), completed]);
  });

  it('makes early news wait for the start', async () => {
    const events = await collect(
      createTurnStream(async (emit) => {
        emit(delta('early'));
        emit(warning);
        emit(started);
        return completed;
      }),
    );
    expect(events).toEqual([warning, started, delta('early'), completed]);
  });

  it('drops early news where the turn never starts, but no warning', async () => {
    const failed: TurnEnding = { type: 'failed', failure: { code: 'AUTH_REQUIRED', message: 'no' } };
    const events = await collect(
      createTurnStream(async (emit) => {
        emit(delta('early'));
        emit(warning);
        return failed;
      }),
    );
    expect(events).toEqual([warning, failed]);
  });

  it('turns what is thrown into the ending', async () => {
    const stream = createTurnStream(async () => {
      throw new CoAgentError('TIMEOUT', 'too late');
    });
    expect(await collect(stream)).toEqual([
      { type: 'failed', failure: { code: 'TIMEOUT', message: 'too late' } },
    ]);
  });

  it('lets nothing follow the ending', async () => {
    let late: ((news: TurnNews) => void) | undefined;
    const stream = createTurnStream(async (emit) => {
      emit(started);
      late = emit;
      return completed;
    });
    const events: BackendEvent[] = [];
    for await (const event of stream) {
      events.push(event);
      late?.(delta('late'));
      await Promise.resolve();
      late?.(delta('later'));
    }
    expect(events.at(-1)).toEqual(completed);
    expect(events.filter(({ type }) => type === 'completed')).toHaveLength(1);
  });

  it('begins only when it is asked for', async () => {
    let ran = false;
    const stream = createTurnStream(async () => {
      ran = true;
      return completed;
    });
    await Promise.resolve();
    expect(ran).toBe(false);
    await stream.next();
    expect(ran).toBe(true);
  });

  it('stops the work when the consumer leaves, and waits for it', async () => {
    let settled = false;
    const stream = createTurnStream(async (emit, left) => {
      emit(started);
      await new Promise<void>((resolve) => left.addEventListener('abort', () => setImmediate(resolve)));
      settled = true;
      throw left.reason;
    });
    for await (const event of stream) {
      expect(event).toEqual(started);
      break;
    }
    expect(settled).toBe(true);
  });
});

describe('for any work', () => {
  const news = fc.constantFrom<TurnNews>(started, delta('x'), warning, { type: 'messages-superseded' });
  const step = fc.oneof(
    fc.record({ emit: news }),
    fc.constant('wait' as const),
    fc.constant('throw' as const),
  );

  it('there is one ending, it is last, and nothing but warnings precedes the start', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), fc.boolean(), async (steps, emitsLater) => {
        const events = await collect(
          createTurnStream(async (emit) => {
            for (const each of steps) {
              if (each === 'throw') throw new Error('any');
              if (each === 'wait') await Promise.resolve();
              else emit(each.emit);
            }
            if (emitsLater) void Promise.resolve().then(() => emit(delta('after')));
            return completed;
          }),
        );
        const endings = events.filter(({ type }) => type === 'completed' || type === 'failed');
        expect(endings).toHaveLength(1);
        expect(events.at(-1)).toBe(endings[0]);
        const start = events.findIndex(({ type }) => type === 'started');
        const before = events.slice(0, start === -1 ? -1 : start);
        expect(before.every(({ type }) => type === 'warning')).toBe(true);
      }),
    );
  });
});
