import { describe, expect, it } from '@jest/globals';

import { REPORT_TEXT_MAX_BYTES, structuredReport } from './structured-report.js';

describe('structuredReport', () => {
  it('bounds each text and leaves everything else', () => {
    const text = 'x'.repeat(REPORT_TEXT_MAX_BYTES);
    const report = { a: 1, b: [true, null, text], c: { d: `${text}x`, e: undefined } };
    expect(REPORT_TEXT_MAX_BYTES).toBe(2_048);
    expect(structuredReport(report)).toEqual({
      a: 1,
      b: [true, null, text],
      c: { d: `${text.slice(0, -3)}…` },
    });
  });
});
