import type { IssueReport, IssueRequest } from '@coagent8/diagnostics';
import { describe, expect, it } from '@jest/globals';

import { issue as issueTool } from '../src/tools/issue.js';
import { openWire } from './wire.js';
import type { WireOptions } from './wire.js';

const REPORT: IssueReport = {
  title: 'TIMEOUT: no answer',
  body: '### What happened\n\nTIMEOUT: no answer',
  url: 'https://code.example/issues/new?title=a&body=b',
  isUrlCut: false,
};
const { url: _, ...REPORT_ALONE } = REPORT;

/** Calls a tool; gives the result and what was asked of the process. */
async function call(
  name: string,
  given?: unknown,
  diagnoses: WireOptions['diagnoses'] = {},
  options: WireOptions = {},
) {
  const asked: IssueRequest[] = [];
  const reportIssue = async (request: IssueRequest) => (asked.push(request), REPORT);
  const wire = openWire({ ...options, diagnoses: { reportIssue, ...diagnoses } });
  await wire.initialize();
  const { result } = await wire.call(name, given).reply;
  return { result, text: result.content[0].text, asked };
}

describe('issue', () => {
  it.each([
    ['nothing', undefined, { includesHealth: true }],
    ['an empty object', {}, { includesHealth: true }],
    [
      'all of it',
      { error_message: 'E1', context: 'at start', include_doctor: false },
      { errorMessage: 'E1', context: 'at start', includesHealth: false },
    ],
  ])('reports what %s says, and who calls', async (_name, given, expected) => {
    const { asked, result } = await call('issue', given);
    expect(asked).toEqual([{ ...expected, caller: 'wire' }]);
    expect(result.isError).toBe(false);
  });

  it('says where the client works, as far as it tells', async () => {
    const roots = { roots: [{ uri: 'file:///srv/zqproject' }, { uri: 'https://code.example/x' }] };
    const rooted: WireOptions = {
      capabilities: { roots: {} },
      answer: ({ method }) => (method === 'roots/list' ? roots : undefined),
    };
    const given = { include_doctor: false };
    const { asked } = await call('issue', given, {}, rooted);
    expect(asked).toEqual([{ includesHealth: false, caller: 'wire', directories: ['/srv/zqproject'] }]);
    const without = await call('run', { action: 'issue', ...given }, {}, { ...rooted, answer: () => ({}) });
    expect(without.asked).toEqual([{ includesHealth: false, caller: 'wire' }]);
  });

  it('gives the report as a record, and the same facts as text', async () => {
    const { result, text } = await call('issue');
    expect(result.structuredContent).toEqual({
      isSubmitted: false,
      ...REPORT,
      whatToDo: 'nothing was sent: show the user the body and the url, which opens a form with it filled in',
    });
    expect(JSON.parse(text)).toEqual(result.structuredContent);
  });

  it.each([
    [
      'the address holds less',
      { ...REPORT, isUrlCut: true },
      /^nothing was sent: .*; the form holds less than the body/,
    ],
    ['there is no address', REPORT_ALONE, /^nothing was sent, and this version names no place for reports: /],
  ])('says what is left to do where %s', async (_name, report, expected) => {
    const { result } = await call('issue', {}, { reportIssue: async () => report });
    const whatToDo: unknown = Reflect.get(result.structuredContent ?? {}, 'whatToDo');
    expect(whatToDo).toMatch(expected);
  });

  it.each([
    [{ error_message: ' ' }, '"error_message" is " ", expected a text that is not blank'],
    [{ context: '' }, '"context" is empty'],
    [{ include_doctor: 'yes' }, '"include_doctor" is "yes", expected true or false'],
    [{ includeDoctor: true }, '"includeDoctor" is unknown (did you mean "include_doctor"?)'],
    [{ backend: 'codex' }, '"backend" is unknown;'],
    [[], '"arguments" is an array of 0'],
  ])('refuses %j before it looks at anything', async (given, problem) => {
    const { result, text, asked } = await call('issue', given);
    expect(result.isError).toBe(true);
    expect(text).toMatch(/^> INPUT_LIMIT: issue cannot take these arguments: /);
    expect(text).toContain(problem);
    expect(asked).toEqual([]);
  });

  it('starts nothing inside a turn, and reports there without the agents', async () => {
    const nested = { isNested: async () => true };
    const { text, asked } = await call('issue', { error_message: 'E1' }, nested);
    expect(text).toMatch(/^> POLICY_DENIED: this call comes from inside a turn.*include_doctor false/);
    expect(asked).toEqual([]);
    const alone = await call('issue', { include_doctor: false }, nested);
    expect(alone.result.isError).toBe(false);
    expect(alone.asked).toHaveLength(1);
  });

  it('is an error result where something breaks', async () => {
    const { text } = await call('issue', {}, { reportIssue: () => Promise.reject(new Error('no room')) });
    expect(text).toMatch(/^> PROCESS_ERROR: unexpected failure: no room/);
  });

  it('says that it was stopped when the server is to end', async () => {
    const ending = AbortSignal.abort();
    const unasked = () => Promise.reject(new Error('nobody asks that here'));
    const diagnoses = {
      ...{ isNested: async () => false, reportModels: unasked, examineHealth: unasked },
      reportIssue: () => Promise.reject(ending.reason),
    };
    const answered = issueTool.prepare({})(diagnoses, {
      signal: ending,
      roots: async () => [],
      tell: () => undefined,
    });
    await expect(answered).rejects.toMatchObject({ code: 'ABORTED' });
  });

  it('ends with the call that the client cancels, and the server answers on', async () => {
    const { promise: asked, resolve } = Promise.withResolvers<AbortSignal>();
    const wire = openWire({
      diagnoses: {
        reportIssue: (_request, { signal }) => {
          resolve(signal);
          return new Promise((_done, fail) => signal.addEventListener('abort', () => fail(signal.reason)));
        },
      },
    });
    await wire.initialize();
    const { id } = wire.call('issue');
    const signal = await asked;
    wire.notify('notifications/cancelled', { requestId: id });
    await new Promise((done) => (signal.aborted ? done(null) : signal.addEventListener('abort', done)));
    expect((await wire.request('ping')).result).toEqual({});
    expect(wire.received.some((message) => message.id === id)).toBe(false);
  });
});

describe('run with action issue', () => {
  it('is issue, and says in its record what to use', async () => {
    const given = { error_message: 'E1', include_doctor: false };
    const { result, text, asked } = await call('run', { action: 'issue', ...given });
    expect(asked).toEqual([{ errorMessage: 'E1', includesHealth: false, caller: 'wire' }]);
    expect(result.structuredContent).toEqual({
      notice: 'run is deprecated: use `issue`',
      ...(await call('issue', given)).result.structuredContent,
    });
    expect(JSON.parse(text)).toEqual(result.structuredContent);
  });
});
