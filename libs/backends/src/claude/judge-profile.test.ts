import { describe, expect, it } from '@jest/globals';

import {
  failedChecks,
  judgeHook,
  judgeInit,
  judgeMode,
  judgeReplies,
  requireChecks,
} from './judge-profile.js';
import type { ProfileReplies } from './judge-profile.js';
import type { SessionInit } from './known-events.js';
import { DENIED_FILES } from './profile.js';

const deny = [...DENIED_FILES];
const good: ProfileReplies = {
  settings: {
    effective: { disableAllHooks: true, permissions: { deny } },
    sources: [{ source: 'flagSettings' }],
    applied: { model: 'claude-sonnet-5-5', effort: 'low' },
  },
  servers: { mcpServers: [] },
  rules: {
    state: {
      rules: [
        { behavior: 'deny', source: 'flagSettings', rule: DENIED_FILES[0] },
        { behavior: 'deny', source: 'toolsNarrowing', rule: 'Bash' },
      ],
      workspaceDirectories: [],
    },
  },
  hooks: { hooks: [] },
};

const init: SessionInit = {
  session_id: 's',
  cwd: '/w',
  tools: ['Glob', 'Grep', 'Read'],
  mcp_servers: [],
  model: 'claude-sonnet-5-5',
  permissionMode: 'dontAsk',
  slash_commands: [],
  skills: [],
  agents: [],
  claude_code_version: '2.1.332',
};
const expected = { model: 'claude-sonnet-5-5', workspacePath: '/w' };

const named = (change: Partial<ProfileReplies>) => failedChecks(judgeReplies({ ...good, ...change }));
const effective = (change: object) => ({
  settings: { ...good.settings, effective: { ...good.settings.effective, ...change } },
});
const sources = (...names: string[]) => ({
  settings: { ...good.settings, sources: names.map((source) => ({ source })) },
});
const rule = (behavior: string, source: string, fields: object = {}) => ({
  rules: { state: { rules: [{ behavior, source, rule: 'Bash', ...fields }] } },
});
const folders = (...workspaceDirectories: unknown[]) => ({
  rules: { state: { rules: [], workspaceDirectories } },
});

describe('judgeReplies', () => {
  it('passes what was asked for', () => {
    const checks = judgeReplies(good);
    expect(failedChecks(checks)).toEqual([]);
    expect(checks.map(({ name }) => name)).toEqual([
      ...['settings', 'denied files', 'further folders', 'hooks', 'MCP servers', 'permission rules'],
    ]);
    expect(() => requireChecks(checks)).not.toThrow();
  });

  it('passes a version that cannot list rules and hooks', () => {
    expect(named({ rules: undefined, hooks: undefined })).toEqual([]);
  });

  it('passes the settings of a managed machine, and names them', () => {
    const [settings] = judgeReplies({ ...good, ...sources('policySettings', 'flagSettings') });
    expect(settings).toEqual({
      name: 'settings',
      passed: true,
      detail: 'ours, and those of this managed machine',
    });
    expect(named(rule('allow', 'policySettings'))).toEqual([]);
  });

  it.each<[string, Partial<ProfileReplies>]>([
    ['settings', sources('flagSettings', 'userSettings')],
    ['settings', sources('flagSettings', 'projectSettings')],
    ['settings', sources('policySettings')],
    ['settings', sources()],
    ['denied files', effective({ permissions: { deny: deny.slice(1) } })],
    ['denied files', effective({ permissions: { deny: null } })],
    ['denied files', effective({ permissions: undefined })],
    ['denied files', effective({ allowManagedPermissionRulesOnly: true })],
    ['denied files', effective({ allowManagedPermissionRulesOnly: 'yes' })],
    ['denied files', rule('deny', 'flagSettings', { rule: DENIED_FILES[1], notInEffect: true })],
    ['further folders', effective({ permissions: { deny, additionalDirectories: ['/etc'] } })],
    ['further folders', folders({ path: '/etc', source: 'localSettings' })],
    ['hooks', effective({ disableAllHooks: false })],
    ['hooks', effective({ disableAllHooks: 'true' })],
    ['hooks', { hooks: { hooks: [{}] } }],
    ['hooks', effective({ hooks: { SessionEnd: [] } })],
    ['MCP servers', { servers: { mcpServers: [{ name: 'planted' }] } }],
    ['permission rules', rule('allow', 'userSettings')],
    ['permission rules', rule('deny', 'localSettings')],
    ['permission rules', rule('allow', 'flagSettings')],
    ['permission rules', rule('ask', 'toolsNarrowing')],
  ])('fails by its check %s', (name, change) => {
    expect(named(change).map((check) => check.name)).toEqual([name]);
  });

  it.each([
    ['denied files', effective({ allowManagedPermissionRulesOnly: true })],
    ['hooks', effective({ hooks: { SessionEnd: [] } })],
    ['hooks', { hooks: { hooks: [{}] } }],
  ])('says what to do where an administrator stands above us: %s', (_, change) => {
    expect(named(change).map(({ detail }) => detail)).toEqual([
      expect.stringContaining('(the administrator of this machine has set that: ask another backend)'),
    ]);
  });

  it('names what failed, and how', () => {
    const checks = judgeReplies({ ...good, ...rule('allow', 'userSettings'), hooks: { hooks: [{}, {}] } });
    expect(() => requireChecks(checks)).toThrow(
      expect.objectContaining({
        code: 'SANDBOX_UNAVAILABLE',
        message: expect.stringContaining(
          'hooks: 2 that stay on (the administrator of this machine has set that: ask another backend); permission rules: allow Bash from userSettings',
        ),
        details: { failedChecks: 'hooks, permission rules' },
      }),
    );
  });
});

describe('judgeInit', () => {
  it('passes what was asked for, in any order', () => {
    const checks = judgeInit({ ...init, tools: ['Read', 'Glob', 'Grep'] }, expected);
    expect(failedChecks(checks)).toEqual([]);
    expect(checks).toHaveLength(9);
  });

  it('passes a version that leaves empty lists out', () => {
    const checks = judgeInit({ ...init, skills: undefined, agents: null }, expected);
    expect(failedChecks(checks)).toEqual([]);
  });

  it.each<[string, Partial<SessionInit>]>([
    ['tools', { tools: ['Glob', 'Grep', 'Read', 'Bash'] }],
    ['tools', { tools: ['Glob', 'Grep'] }],
    ['tools', { tools: ['Glob', 'Grep', 'Grep'] }],
    ['tools', { tools: [] }],
    ['MCP servers of the turn', { mcp_servers: [{ name: 'planted' }] }],
    ['permission mode', { permissionMode: 'bypassPermissions' }],
    ['permission mode', { permissionMode: 'default' }],
    ['slash commands', { slash_commands: ['planted'] }],
    ['skills', { skills: ['planted'] }],
    ['agents', { agents: ['planted'] }],
    ['memory', { memory_paths: { auto: '/home/u/.claude/memory' } }],
    ['working directory', { cwd: '/elsewhere' }],
    ['model', { model: 'claude-opus-5-5' }],
  ])('fails by its check %s', (name, change) => {
    const failed = failedChecks(judgeInit({ ...init, ...change }, expected));
    expect(failed.map((check) => check.name)).toEqual([name]);
  });

  it('does not take a model for the right one where none was told before', () => {
    const failed = failedChecks(judgeInit(init, { ...expected, model: undefined }));
    expect(failed.map((check) => check.name)).toEqual(['model']);
  });
});

describe('judgeHook', () => {
  it.each([
    ['Stop', 'Stop ran'],
    [null, 'one ran'],
  ])('of %s says: %s', (event, detail) => {
    expect(judgeHook(event)).toEqual({ name: 'hooks', passed: false, detail });
  });
});

describe('judgeMode', () => {
  it.each([
    ['dontAsk', true],
    ['plan', false],
    ['bypassPermissions', false],
  ])('of %s passes: %s', (mode, passed) => {
    expect(judgeMode(mode).passed).toBe(passed);
  });
});
