import type { ProfileCheck } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';

import { judgePreconditions, judgeStart, requireProfile } from './judge-profile.js';
import type { Preconditions } from './judge-profile.js';
import type { UserSettings } from './user-settings.js';

const SETTINGS: UserSettings = { readsOutside: false, grants: [], faults: [] };

function judge({
  settings,
  ...rest
}: Partial<Omit<Preconditions, 'settings'>> & { settings?: Partial<UserSettings> }) {
  return judgePreconditions({
    repository: { starting: [], instructions: [] },
    isTrusted: false,
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
    expect(failedIn(judge({ repository }))).toEqual([
      {
        name: 'repository hooks and servers',
        passed: false,
        detail: '.agents/hooks.json would run; backends.agy.trustedWorkspaces can accept this workspace',
      },
    ]);
    const trusted = judge({ repository, isTrusted: true });
    expect(failedIn(trusted)).toEqual([]);
    expect(detailOf(trusted, 'repository hooks and servers')).toContain('they run');
  });

  it.each<[Partial<UserSettings>, string | undefined]>([
    [{ toolPermission: 'request-review' }, undefined],
    [{ toolPermission: 'strict' }, undefined],
    [{ toolPermission: 'always-proceed' }, 'tool permission'],
    [{ toolPermission: 'proceed-in-sandbox' }, 'tool permission'],
    [{ toolPermission: 'Strict' }, 'tool permission'],
    [{ agentMode: 'plan' }, undefined],
    [{ agentMode: 'accept-edits' }, 'agent mode'],
    [{ faults: ['~/x is not as it should be'] }, 'user settings'],
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
      '~/.gemini/config/config.json allows command, ~/.gemini/config/config.json allows something unknown',
    );
  });

  it('says whether reading is confined', () => {
    expect(detailOf(judge({}), 'reading')).toBe('asked to stay in the workspace');
    expect(detailOf(judge({ settings: { readsOutside: true } }), 'reading')).toBe(
      'not confined to the workspace',
    );
  });

  it('shows the first of many names', () => {
    const instructions = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const checks = judge({ repository: { starting: [], instructions } });
    expect(detailOf(checks, 'instruction files')).toBe('a, b, c, d, e and 2 more');
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
    'agy did not take the read-only profile (tool permission: always-proceed)',
  );
  expect(() => requireProfile(judge({}))).not.toThrow();
});
