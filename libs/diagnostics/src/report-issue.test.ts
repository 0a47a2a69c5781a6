import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Backend, BackendExamination } from '@coagent8/backends';
import { CoAgentError } from '@coagent8/contracts';
import type { BackendId } from '@coagent8/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { reportIssue } from './report-issue.js';
import type { IssueDependencies, IssueRequest } from './report-issue.js';

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'coagent8-issue-'));
});
afterAll(() => rm(home, { recursive: true }));

const PRODUCT = {
  version: '1.2.3',
  nodeVersion: '24.21.0',
  systemRelease: '6.8.0-1021-acme',
  architecture: 'x64',
  hostName: 'zqhost',
  bugsUrl: 'https://code.example/us/it/issues',
};

const unasked = () => Promise.reject(new Error('nobody asks that here'));

function backendOf(id: BackendId, examine: () => Promise<BackendExamination>): Backend {
  return {
    id,
    locate: async () => ({ path: '/opt/zqfolder/bin/it', source: 'environment' }),
    examine,
    catalogInputs: unasked,
    listModels: unasked,
    readQuota: unasked,
    startTurn: () => {
      throw new Error('a report starts no turn');
    },
  };
}

const SOUND: BackendExamination = {
  version: '0.171.0',
  authentication: { state: 'present', detail: 'signed in as zqperson in /home/zqperson' },
  evidence: {
    profile: 'read-only',
    assurance: 'verified',
    checks: [
      { name: 'sandbox probe', passed: true, detail: 'in /srv/zqdetail' },
      { name: 'mcp servers', passed: false, detail: 'zqserver is on' },
    ],
  },
};

function dependencies(change: Partial<IssueDependencies> = {}): IssueDependencies {
  return {
    environment: {
      variables: { USER: 'zqperson' },
      platform: 'linux',
      homeDirectory: home,
      workingDirectory: join(home, 'zqproject'),
    },
    backends: [
      backendOf('codex', async () => SOUND),
      backendOf('claude', () =>
        Promise.reject(new CoAgentError('PROCESS_ERROR', 'exit code 7 in /home/zqperson/x, zqhost said')),
      ),
    ],
    catalogs: { read: unasked } as unknown as IssueDependencies['catalogs'],
    prices: { read: unasked },
    quotas: { read: unasked, keepReading: unasked },
    product: PRODUCT,
    ...change,
  };
}

const report = (request: Partial<IssueRequest>, change?: Partial<IssueDependencies>) =>
  reportIssue(dependencies(change), { includesHealth: false, ...request });

describe('reportIssue', () => {
  it('tells what happened, what was being done, the versions and how the agents are', async () => {
    const {
      title,
      body,
      url = '',
      isUrlCut,
    } = await report({
      errorMessage: '> TIMEOUT: no answer within 12 s; allow more',
      context: 'I asked for a review of src/zqfile.ts by zqperson.',
      includesHealth: true,
      caller: 'some-client',
    });
    expect(title).toBe('TIMEOUT: no answer within 12 s');
    expect(body).toMatch(
      /^### What happened\n\nTIMEOUT: no answer within 12 s; allow more\n\n### What was being done\n\nI asked for a review of \[path\] by \[name\]\.\n\n### Versions\n\n- CoAgent8 1\.2\.3\n- Node 24\.21\.0\n- system: linux 6\.8\.0 x64\n- client: some-client\n\n### Agents\n/,
    );
    expect(body).toContain(
      'codex: not ready: the read-only profile does not hold here\n- version 0.171.0\n- program named by CODEX_PATH\n- sign-in present, not verified\n- profile: 1 of 2 checks pass\n- ✗ mcp servers',
    );
    expect(body).toContain('claude: not ready: it could not be examined\n- program named by CLAUDE_PATH\n');
    expect(body).toContain('- problem: PROCESS_ERROR: exit code 7 in [path], [name] said');
    expect(body).not.toMatch(/zq|acme|\/opt|coagent8-issue/);
    expect(new URL(url).searchParams.get('body')).toBe(body);
    expect(isUrlCut).toBe(false);
  });

  it('keeps the words of our own settings and calls', async () => {
    const errorMessage = 'It says that backends.codex.defaultModel, CODEX_PATH and timeout_ms are wrong.';
    expect((await report({ errorMessage })).body).toContain(errorMessage);
  });

  it('records no default, though one could be', async () => {
    const listed = {
      models: [
        {
          ...{ id: 'swift-4.2', aliases: [], variants: [], efforts: [] },
          ...{ isEffortRequired: false, isDefault: true },
        },
      ],
      isComplete: true,
    };
    let recorded = 0;
    await report(
      { includesHealth: true },
      {
        catalogs: {
          read: async () => ({ catalog: listed, readAtMs: 0, warnings: [] }),
          resolve: unasked,
        },
        recordDefaultModel: async () => {
          recorded += 1;
          return true;
        },
      },
    );
    expect(recorded).toBe(0);
  });

  it('asks no agent where their health is no part of it', async () => {
    const backends = [backendOf('codex', () => Promise.reject(new Error('asked')))];
    const { body, title } = await report({}, { backends });
    expect(body).toContain('### Agents\n\nnot looked at');
    expect(title).toBe('A problem with CoAgent8');
  });

  it('asks for no limits, and writes nothing down', async () => {
    let isAsked = false;
    const readQuota = () => {
      isAsked = true;
      return unasked();
    };
    const backends = [{ ...backendOf('codex', async () => SOUND), readQuota }];
    await report({ includesHealth: true }, { backends });
    expect(isAsked).toBe(false);
    expect(await readdir(home)).toEqual([]);
  });

  it('is a report alone where the package names no place for reports', async () => {
    const { bugsUrl: _, ...product } = PRODUCT;
    expect(Object.keys(await report({}, { product }))).toEqual(['title', 'body', 'isUrlCut']);
  });

  it('says where a text of the caller was too long', async () => {
    const { body } = await report({ errorMessage: 'It failed.\n'.repeat(800) });
    expect(body).toMatch(/It\n\n\(The rest was too long and is left out\.\)\n\n### Versions/);
  });

  it('has a title that says something where a long text has no word', async () => {
    const { title, body } = await report({ errorMessage: '1 '.repeat(8_000) });
    expect(title).toBe('A problem with CoAgent8');
    expect(body).toContain('(The rest was too long and is left out.)');
  });

  it('keeps the other parts beside a text that grows when it is read', async () => {
    const grows = '\ufdfa'.repeat(7_000);
    const { body } = await report({ errorMessage: grows, context: 'That was it.', includesHealth: true });
    expect(body).toContain('### What was being done\n\nThat was it.\n\n### Versions\n\n- CoAgent8 1.2.3\n');
    expect(body).toContain('- profile: 1 of 2 checks pass');
    expect(body).toMatch(/happened\n\n\S[^#]*\(The rest was too long/);
  });

  it('has an address that leads to versions and agents, however long a text is', async () => {
    const errorMessage = 'It failed again. '.repeat(450);
    const {
      body,
      url = '',
      isUrlCut,
    } = await report({ errorMessage, context: errorMessage, includesHealth: true });
    expect(body).toContain(errorMessage.trim());
    expect(isUrlCut).toBe(true);
    const form = new URL(url).searchParams.get('body') ?? '';
    expect(form).toMatch(/happened\n\nIt failed again\.[^#]*\(The rest was too long/);
    expect(form).toContain('### Versions\n\n- CoAgent8 1.2.3\n');
    expect(form).toContain('- profile: 1 of 2 checks pass');
    expect(form).toMatch(/Made by CoAgent8[^\n]*$/);
  });

  it('leaves out the names of the folders that the client works in', async () => {
    const { title, body } = await report({
      errorMessage: 'the zqroot-api build fails in zqsecond',
      directories: ['/srv/zqroot', join(home, 'my-zqsecond-app'), '/'],
    });
    expect(title).toBe('the [name] build fails in [name]');
    expect(body).toContain('the [name] build fails in [name]');
  });

  it.each([
    ['c'.repeat(20) + ' '.repeat(3) + 'v'.repeat(17), `${'c'.repeat(20)} ${'v'.repeat(17)}`],
    ['a-client\n### Agents', 'a-client [code] Agents'],
    ['c '.repeat(21), 'not told'],
  ])('names the client %j on one line as %j', async (caller, shown) => {
    expect((await report({ caller })).body).toContain(`- client: ${shown}\n\n### Agents`);
  });

  it('ends with its signal', async () => {
    const signal = AbortSignal.abort(new CoAgentError('ABORTED', 'enough'));
    await expect(report({ includesHealth: true }, { signal })).rejects.toMatchObject({ code: 'ABORTED' });
  });

  it('holds nothing of a path, a name, a secret or code, wherever it was told', async () => {
    const secret = ['gh', 'p_'].join('') + 'zq4xR7'.repeat(6);
    const hidden = fc.constantFrom(
      ...[
        '/srv/zqa/b.ts',
        'C:\\zqa\\b c',
        'src/zqa.ts',
        'zqa@corp.com',
        'zqperson',
        'zqhost',
        `key ${secret}`,
      ],
      ...[
        '```\nzqa it is\n```',
        '`zqa`',
        '    zqa = 1',
        'const zqa = 1;',
        'at zqa (x.js:1:2)',
        '+zqa',
        'http://zqa.local/',
      ],
    );
    const text = fc.tuple(hidden, hidden).map((pair) => ['It failed.', ...pair, 'That is all.'].join('\n\n'));
    await fc.assert(
      fc.asyncProperty(text, text, text, async (errorMessage, context, caller) => {
        expect(JSON.stringify(await report({ errorMessage, context, caller }))).not.toMatch(/zq/);
      }),
      { numRuns: 150 },
    );
  });
});
