import { describe, expect, it } from '@jest/globals';

import { GOOD_CODEX } from '../test/health-reports.js';
import type { LimitsHealth } from './health-report.js';
import { limitFacts } from './limit-facts.js';

const NOW = '2026-05-01T12:00:00.000Z';
const OLD = '2026-04-28T12:00:00.000Z';
const WINDOW = { name: 'weekly', usedPercent: 18 };
const failure = { code: 'PROCESS_ERROR', message: 'no server' } as const;

const saidOf = (limits: Partial<LimitsHealth>) =>
  limitFacts(
    { ...GOOD_CODEX, limits: { standing: 'observed', cooldowns: [], headroom: {}, ...limits } },
    NOW,
  ).map(({ sign, label, text }) => `${sign} ${label}: ${text}`);

describe('limitFacts', () => {
  it.each<[string, Partial<LimitsHealth>, string[]]>([
    [
      'was said now',
      { reading: { readAt: NOW, windows: [WINDOW] } },
      ['· limit: weekly: 18 % used, 82 % left'],
    ],
    [
      'says that it answers no more',
      {
        reading: { readAt: '2026-05-01T11:57:00.000Z', windows: [], plan: 'pro', isLimited: true },
        headroom: { limited: { until: '2026-05-01T12:12:00.000Z', source: 'reading' } },
        failure,
      },
      [
        '? limits: not known: no server; what it said 3 minutes ago:',
        '✗ limited: it said 3 minutes ago that it answers no more for now',
        '· plan: pro',
      ],
    ],
    [
      'was said before',
      { reading: { readAt: OLD, windows: [WINDOW] } },
      ['· limits: as it said 3 days ago:', '· limit: weekly: 18 % used, 82 % left'],
    ],
    [
      'was said before, where it cannot be asked',
      { reading: { readAt: OLD, windows: [WINDOW] }, failure },
      ['? limits: not known: no server; what it said 3 days ago:', '· limit: weekly: 18 % used, 82 % left'],
    ],
    [
      'was not said before, where it cannot be asked',
      { reading: { readAt: OLD, windows: [], unknownBecause: 'signed out' }, failure },
      ['? limits: not known: no server'],
    ],
    [
      'is a plan alone, where it cannot be asked',
      { reading: { readAt: OLD, windows: [], plan: 'pro', unknownBecause: 'x' }, failure },
      ['? limits: not known: no server; what it said 3 days ago:', '· plan: pro'],
    ],
    [
      'was not known before, where nobody asked',
      { reading: { readAt: OLD, windows: [], unknownBecause: 'signed out' } },
      ['· limits: as it said 3 days ago:', '? limits: not known: signed out'],
    ],
  ])('tells what %s', (_what, limits, lines) => {
    expect(saidOf(limits)).toEqual(lines);
  });
});
