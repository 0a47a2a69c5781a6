import { expect, it } from '@jest/globals';

import { DIAGNOSTICS_MAX_BYTES, DRAIN_MS, INPUT_MAX_BYTES, TERMINATE_GRACE_MS } from './index.js';

it('the bounds that are promised', () => {
  expect({ DIAGNOSTICS_MAX_BYTES, DRAIN_MS, INPUT_MAX_BYTES, TERMINATE_GRACE_MS }).toEqual({
    DIAGNOSTICS_MAX_BYTES: 524_288,
    DRAIN_MS: 2_000,
    INPUT_MAX_BYTES: 4_194_304,
    TERMINATE_GRACE_MS: 250,
  });
});
