import { describe, expect, it } from '@jest/globals';

import { planPriceRead, PRICES_FRESH_MS, PRICES_LIMIT_FRESH_MS, PRICES_RETRY_MS } from './plan-price-read.js';
import type { PriceMatch } from './match-price.js';

const nowMs = Date.UTC(2026, 0, 31);
const source = 'list';
const models = new Map<string, PriceMatch | null>([['swift-4.2', null]]);
const listOf = (ageMs: number) => ({ stored: { source, readAtMs: nowMs - ageMs, models } });
const failedFor = (ageMs: number) => ({ failed: { source, failedAtMs: nowMs - ageMs, failure: 'no' } });
const plain = { needed: ['swift-4.2'], hasLimit: false };
const limited = { ...plain, hasLimit: true };
const fresh = { ...plain, isFresh: true };

describe('planPriceRead', () => {
  it.each([
    ['a fresh list', listOf(0), plain, 'none'],
    ['a list just short of a day', listOf(PRICES_FRESH_MS - 1), plain, 'none'],
    ['a list of a day', listOf(PRICES_FRESH_MS), plain, 'background'],
    ['a list of a day, with a limit', listOf(PRICES_FRESH_MS), limited, 'background'],
    ['a list just short of a week, with a limit', listOf(PRICES_LIMIT_FRESH_MS - 1), limited, 'background'],
    ['a list of a week, with a limit', listOf(PRICES_LIMIT_FRESH_MS), limited, 'wait'],
    ['a list of a year', listOf(365 * PRICES_FRESH_MS), plain, 'background'],
    ['no list', {}, plain, 'wait'],
    ['no list, and nothing needed', {}, { needed: [], hasLimit: false }, 'wait'],
    ['a model that was never looked up', listOf(0), { ...plain, needed: ['swift-4.2', 'new'] }, 'wait'],
    ['another spelling', listOf(0), { ...plain, needed: ['vendor/Swift-4-2'] }, 'none'],
    ['a failure just short of five minutes ago', failedFor(PRICES_RETRY_MS - 1), limited, 'none'],
    ['a failure of five minutes ago', failedFor(PRICES_RETRY_MS), plain, 'wait'],
    ['an old list and a failure', { ...listOf(PRICES_FRESH_MS), ...failedFor(0) }, plain, 'none'],
    [
      'an old list and an old failure',
      { ...listOf(PRICES_FRESH_MS), ...failedFor(PRICES_RETRY_MS) },
      plain,
      'background',
    ],
    ['a list that is still to come', listOf(-1), plain, 'background'],
    ['a list that is still to come, with a limit', listOf(-1), limited, 'wait'],
    ['a failure that is still to come', failedFor(-1), plain, 'wait'],
    [
      'a list just short of a day, where a fresh one is asked for',
      listOf(PRICES_FRESH_MS - 1),
      fresh,
      'none',
    ],
    ['a list of a day, where a fresh one is asked for', listOf(PRICES_FRESH_MS), fresh, 'wait'],
    ['a list past a day, where a fresh one is asked for', listOf(PRICES_FRESH_MS + 1), fresh, 'wait'],
    [
      'a list of a day, where none is asked for',
      listOf(PRICES_FRESH_MS),
      { ...plain, isFresh: false },
      'background',
    ],
    ['a list that is still to come, where a fresh one is asked for', listOf(-1), fresh, 'wait'],
    ['a list of now, where a fresh one is asked for', listOf(0), fresh, 'none'],
    [
      'a list of a day and a failure just short of five minutes ago, where a fresh one is asked for',
      { ...listOf(PRICES_FRESH_MS), ...failedFor(PRICES_RETRY_MS - 1) },
      fresh,
      'none',
    ],
    [
      'a list of a day and a failure of five minutes ago, where a fresh one is asked for',
      { ...listOf(PRICES_FRESH_MS), ...failedFor(PRICES_RETRY_MS) },
      fresh,
      'wait',
    ],
  ] as const)('%s', (_, known, query, plan) => {
    expect(planPriceRead(known, query, nowMs)).toBe(plan);
  });
});
