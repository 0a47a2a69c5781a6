import { afterEach, describe, expect, it } from '@jest/globals';

import { DIAGNOSTICS_MAX_BYTES, LINE_MAX_BYTES } from '../src/index.js';
import type { Line, SpawnOwnedOptions } from '../src/index.js';
import { fixture, shell, start, stopAll, textsOf } from './fixture-command.js';

afterEach(stopAll);

const print = (stdoutBytes: number, stderrBytes: number, ending = '', exitCode = 0) =>
  fixture('print.mjs', String(stdoutBytes), String(stderrBytes), ending, String(exitCode));

async function readAll(command: ReturnType<typeof print>, options: SpawnOwnedOptions = {}) {
  const running = await start(command, options);
  running.endInput();
  const lines: Line[] = [];
  for await (const line of running.lines) lines.push(line);
  return { lines, end: await running.ended };
}

describe('the output of a process', () => {
  it('survives being written one byte at a time', async () => {
    const { lines, end } = await readAll(fixture('byte-by-byte.mjs', 'grün €\n漢字 🦊\n'));
    expect(lines).toEqual([
      { text: 'grün €', complete: true },
      { text: '漢字 🦊', complete: true },
    ]);
    expect(end.diagnostics).toBe('grün €\n漢字 🦊\n');
  });

  it('is cut at line feeds only', async () => {
    const { lines } = await readAll(print(0, 0, 'a\u2028b\u2029c\rd\r\n\n'));
    expect(lines.map(({ text }) => text)).toEqual(['a\u2028b\u2029c\rd\r', '']);
  });

  it('marks a last line without a line feed', async () => {
    const { lines, end } = await readAll(print(0, 0, 'whole\ntorn', 3));
    expect(lines).toEqual([
      { text: 'whole', complete: true },
      { text: 'torn', complete: false },
    ]);
    expect(end).toMatchObject({ exitCode: 3, signal: null });
  });

  it('may be nothing at all', async () => {
    const { lines, end } = await readAll(print(0, 0));
    expect(lines).toEqual([]);
    expect(end).toEqual({
      pid: expect.any(Number),
      exitCode: 0,
      signal: null,
      diagnostics: '',
      diagnosticsTruncated: false,
      remains: { groupAlive: false, pipeHeld: false },
    });
  });

  it('waits for a reader that comes after the end', async () => {
    const running = await start(print(100_000, 0, '\nlast\n'));
    await running.ended;
    expect((await textsOf(running.lines)).at(-1)).toBe('last');
  });

  it('does not block a process whose reader left early', async () => {
    const running = await start(shell('echo first; head -c 5000000 /dev/zero'));
    for await (const { text } of running.lines) {
      expect(text).toBe('first');
      break;
    }
    expect((await running.ended).exitCode).toBe(0);
  });
});

describe('the bound on a line', () => {
  it('lets the longest line pass', async () => {
    const { lines } = await readAll(print(LINE_MAX_BYTES, 0, '\n'));
    expect(lines.map(({ text }) => text.length)).toEqual([LINE_MAX_BYTES]);
  });

  it.each([
    ['complete', '\n'],
    ['incomplete', ''],
  ])('refuses one byte more: %s', async (_, ending) => {
    await expect(readAll(print(1001, 0, ending), { lineMaxBytes: 1000 })).rejects.toMatchObject({
      code: 'BUFFER_LIMIT',
      details: { maxBytes: 1000 },
    });
    expect((await readAll(print(1000, 0, ending), { lineMaxBytes: 1000 })).lines).toHaveLength(1);
  });

  it('counts bytes, not characters', async () => {
    const euros = shell("printf '€€€\\n'");
    await expect(readAll(euros, { lineMaxBytes: 8 })).rejects.toMatchObject({ code: 'BUFFER_LIMIT' });
    expect((await readAll(euros, { lineMaxBytes: 9 })).lines).toEqual([{ text: '€€€', complete: true }]);
  });
});

describe('diagnostics', () => {
  it('keep the end of 3 MB and block nobody', async () => {
    const { lines, end } = await readAll(print(0, 3_000_000, 'done\n'));
    expect(lines).toEqual([{ text: 'done', complete: true }]);
    expect(end.exitCode).toBe(0);
    expect(end.diagnostics).toHaveLength(DIAGNOSTICS_MAX_BYTES);
    expect(end.diagnosticsTruncated).toBe(true);
  });

  it.each([
    [DIAGNOSTICS_MAX_BYTES, false],
    [DIAGNOSTICS_MAX_BYTES + 1, true],
  ])('of %i bytes: truncated is %s', async (bytes, truncated) => {
    const { end } = await readAll(print(0, bytes));
    expect(end.diagnostics).toHaveLength(DIAGNOSTICS_MAX_BYTES);
    expect(end.diagnosticsTruncated).toBe(truncated);
  });

  it('are told while the program runs', async () => {
    const told = Promise.withResolvers<string>();
    const running = await start(shell('echo waiting >&2; exec sleep 30'), {
      onDiagnostics: (chunk) => told.resolve(chunk.toString()),
    });
    expect(await told.promise).toBe('waiting\n');
    expect((await running.stop()).diagnostics).toBe('waiting\n');
  });
});
