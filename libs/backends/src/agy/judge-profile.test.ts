import type { ProfileCheck } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';

import { judgePreconditions, judgeStart, requireProfile } from './judge-profile.js';
import type { Preconditions } from './judge-profile.js';
import type { OwnPrograms } from './own-programs.js';
import type { UserSettings } from './user-settings.js';

const SETTINGS: UserSettings = { readsOutside: false, grants: [], faults: [] };
const OWN: OwnPrograms = { hooks: 0, servers: 0, plugins: 0, unreadable: [] };
const OWN_FILE = '~/.gemini/antigravity-cli/settings.json';

function judge({
  settings,
  ...rest
}: Partial<Omit<Preconditions, 'settings'>> & { settings?: Partial<UserSettings> }) {
  return judgePreconditions({
    repository: { starting: [], instructions: [] },
    isTrusted: false,
    own: OWN,
    ...rest,
    settings: { ...SETTINGS, ...settings },
  });
}
const failedIn = (checks: readonly ProfileCheck[]) => checks.filter(({ passed }) => !passed);
const detailOf = (checks: readonly ProfileCheck[], name: string) =>
  checks.find((each) => each.name === name)?.detail;
const granted = (...allow: string[]) => ({ grants: [{ file: '~/.gemini/config/config.json', allow }] });

describe('what is found beforehand', () => {
  it('holds where there is nothing', () => {
    expect(failedIn(judge({}))).toEqual([]);
  });

  it('fails where a repository starts programs, unless the workspace is trusted', () => {
    const repository = { starting: ['.agents/hooks.json'], instructions: [] };
    const way =
      'if you trust it, add this workspace to backends.agy.trustedWorkspaces in CoAgent8’s config.json';
    expect(failedIn(judge({ repository }))).toEqual([
      {
        name: 'repository programs',
        passed: false,
        detail: `.agents/hooks.json would start programs; ${way}`,
      },
    ]);
    const trusted = judge({ repository, isTrusted: true });
    expect(failedIn(trusted)).toEqual([]);
    expect(detailOf(trusted, 'repository programs')).toBe(
      '.agents/hooks.json; what it names runs, as backends.agy.trustedWorkspaces says that it may',
    );
  });

  it.each<[Partial<OwnPrograms>, string]>([
    [{}, 'no hooks, MCP servers or plugins of yours'],
    [{ servers: 2 }, '2 MCP servers of your own start with it'],
    [{ hooks: 1, servers: 1, plugins: 1 }, '1 hook, 1 MCP server, 1 plugin of your own start with it'],
    [{ unreadable: ['~/x'] }, '~/x cannot be read, and may name more'],
    [
      { hooks: 3, unreadable: ['~/x'] },
      '3 hooks of your own start with it; ~/x cannot be read, and may name more',
    ],
  ])('tells of programs that are the user’s own, and passes: %j', (own, detail) => {
    const checks = judge({ own: { ...OWN, ...own } });
    expect([failedIn(checks), detailOf(checks, 'your own programs')]).toEqual([[], detail]);
  });

  it.each<[Partial<UserSettings>, string | undefined]>([
    [{ toolPermission: 'request-review' }, undefined],
    [{ toolPermission: 'strict' }, undefined],
    [{ toolPermission: 'always-proceed' }, 'tool permission'],
    [{ toolPermission: 'proceed-in-sandbox' }, 'tool permission'],
    [{ toolPermission: 'Strict' }, 'tool permission'],
    [{ agentMode: 'plan' }, undefined],
    [{ agentMode: 'accept-edits' }, 'agent mode'],
    [{ faults: ['~/x is not JSON as agy reads it'] }, 'your settings'],
    [{ readsOutside: true }, undefined],
    [granted('read_file(*)', 'read_file(/a (b)/)'), undefined],
    [granted('read_file(*)', 'command(git)'), 'permission rules'],
    [granted('write_file(/w)'), 'permission rules'],
    [granted('mcp(server/*)'), 'permission rules'],
    [granted('read_url(example.com)'), 'permission rules'],
    [granted('unsandboxed(*)'), 'permission rules'],
    [granted('*'), 'permission rules'],
    [granted(''), 'permission rules'],
    [granted('read_file'), 'permission rules'],
    [granted('xread_file(*)'), 'permission rules'],
  ])('of settings %j: %s', (settings, failed) => {
    expect(failedIn(judge({ settings })).map(({ name }) => name)).toEqual(
      failed === undefined ? [] : [failed],
    );
  });

  it('names the file and the action of a rule, not its target', () => {
    const [check] = failedIn(judge({ settings: granted('command(curl -H secret)', 'secret-without-form') }));
    expect(check?.detail).toBe(
      '~/.gemini/config/config.json allows command, ~/.gemini/config/config.json allows something unknown; ' +
        'remove what allows more than read_file',
    );
  });

  it.each<[Partial<UserSettings>, string]>([
    [
      { toolPermission: 'always-proceed' },
      `always-proceed may let it act unasked; remove toolPermission from ${OWN_FILE}`,
    ],
    [{ agentMode: 'accept-edits' }, `accept-edits may let it act unasked; remove agentMode from ${OWN_FILE}`],
    [{ faults: ['~/x is odd', '~/y is odd'] }, '~/x is odd; ~/y is odd: correct it or remove it'],
  ])('says in which file, and what to do: %j', (settings, detail) => {
    expect(failedIn(judge({ settings })).map((each) => each.detail)).toEqual([detail]);
  });

  it('says whether reading is confined', () => {
    expect(detailOf(judge({}), 'reading')).toBe('asked to stay in the workspace');
    expect(detailOf(judge({ settings: { readsOutside: true } }), 'reading')).toBe(
      `the whole disk, since ${OWN_FILE} says so`,
    );
  });

  it('shows the first of many names', () => {
    const instructions = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const checks = judge({ repository: { starting: [], instructions } });
    expect(detailOf(checks, 'instruction files')).toBe(
      'a, b, c, d, e and 2 more: it reads them, whoever wrote them',
    );
  });
});

describe('the start of a turn', () => {
  it.each([
    ['request-review', '/w', []],
    ['strict', '/w', []],
    ['always-proceed', '/w', ['permission mode']],
    ['', '/w', ['permission mode']],
    ['strict', '/other', ['working directory']],
    ['turbo', '/w/inner', ['permission mode', 'working directory']],
  ])('in mode %s and folder %s', (mode, cwd, failed) => {
    const checks = judgeStart({ permission_mode: mode, cwd, workspacePath: '/w' });
    expect(failedIn(checks).map(({ name }) => name)).toEqual(failed);
  });
});

it('what does not hold is named', () => {
  expect(() => requireProfile(judge({ settings: { toolPermission: 'always-proceed' } }))).toThrow(
    'agy did not take the read-only profile (tool permission: always-proceed may let it act unasked; ',
  );
  expect(() => requireProfile(judge({}))).not.toThrow();
});
