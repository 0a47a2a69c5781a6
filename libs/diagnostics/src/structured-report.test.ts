import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { REPORT_MAX_BYTES, REPORT_TEXT_MAX_BYTES, structuredReport } from './structured-report.js';

const bytesOf = (record: object) => Buffer.byteLength(JSON.stringify(record));

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

  it('leaves all that fits to the last byte, and counts what it leaves out one byte past', () => {
    const rows = Array.from({ length: 600 }, () => ({ model: 'x'.repeat(1_700) }));
    const report = (length: number) => ({
      backends: [{ rows }, { rows: rows.slice(0, 10) }],
      last: Array.from({ length: 15 }, (_, index) =>
        'y'.repeat(Math.min(2_000, Math.max(0, length - 2_000 * index))),
      ),
    });
    const room = REPORT_MAX_BYTES - bytesOf(report(0));
    expect(REPORT_MAX_BYTES).toBe(1_048_576);
    expect(bytesOf(structuredReport(report(room)))).toBe(REPORT_MAX_BYTES);
    expect(structuredReport(report(room))).not.toHaveProperty('leftOut');
    const cut = structuredReport(report(room + 1));
    expect(cut).toMatchObject({ leftOut: { 'backends.0.rows': 300 } });
    expect(cut).toMatchObject({ backends: [{ rows: { length: 300 } }, { rows: { length: 10 } }] });
  });

  it('keeps the default of an agent as long as any of its models', () => {
    const rowAt = (index: number) => ({
      ...(index === 899 ? { defaultSource: 'catalog' } : {}),
      model: 'x'.repeat(2_000),
    });
    const candidates = Array.from({ length: 900 }, (_, index) => rowAt(index));
    const record = structuredReport({ candidates }) as { candidates: object[]; leftOut: object };
    expect(record.leftOut).toEqual({ candidates: 450 });
    expect(record.candidates).toHaveLength(450);
    expect(record.candidates.filter((row) => 'defaultSource' in row)).toHaveLength(1);
  });

  it('is within its bound whatever is in its lists, and changes no report', () => {
    const row = fc.record({ names: fc.array(fc.string(), { maxLength: 5 }), text: fc.string() });
    const sizes = fc.record({
      first: fc.integer({ min: 0, max: 20_000 }),
      second: fc.integer({ min: 0, max: 20_000 }),
    });
    fc.assert(
      fc.property(row, sizes, (each, { first, second }) => {
        const of = (length: number) => Array.from({ length }, () => ({ ...each, more: 'x'.repeat(100) }));
        const report = { a: of(first), b: { c: of(second) } };
        const record = structuredReport(report);
        expect(bytesOf(record)).toBeLessThanOrEqual(REPORT_MAX_BYTES);
        expect([report.a.length, report.b.c.length]).toEqual([first, second]);
        const {
          a,
          b,
          leftOut = {},
        } = record as {
          a: unknown[];
          b: { c: unknown[] };
          leftOut?: Record<string, number>;
        };
        expect(a.length + (leftOut['a'] ?? 0)).toBe(first);
        expect(b.c.length + (leftOut['b.c'] ?? 0)).toBe(second);
      }),
      { numRuns: 6 },
    );
  });
});
