import { expect, it } from '@jest/globals';

import { ANSWER_LIMITS } from './answer-collector.js';
import { NETWORK_WAIT_MS } from './codex/network-watch.js';
import { PROMPT_MAX_CHARACTERS } from './codex/run-turn.js';
import { PROBE_TTL_MS } from './probe-cache.js';
import { START_TIMEOUT_MS } from './wait.js';

it('the bounds that are promised', () => {
  expect({ ANSWER_LIMITS, NETWORK_WAIT_MS, PROBE_TTL_MS, PROMPT_MAX_CHARACTERS, START_TIMEOUT_MS }).toEqual({
    ANSWER_LIMITS: { totalMaxBytes: 524_288, messageMaxBytes: 524_288, messagesMax: 50 },
    NETWORK_WAIT_MS: 30_000,
    PROBE_TTL_MS: 300_000,
    PROMPT_MAX_CHARACTERS: 1_048_576,
    START_TIMEOUT_MS: 120_000,
  });
});
