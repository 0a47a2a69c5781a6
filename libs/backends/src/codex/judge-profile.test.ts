import type { ProfileCheck } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';

import { failedChecks, judgeProfile, requireProfile } from './judge-profile.js';
import type { ProfileReplies } from './judge-profile.js';
import { FEATURES_OFF, PERMISSION_PROFILE, PROBE_SERVER } from './profile.js';

const good: ProfileReplies = {
  config: {
    sandbox_mode: 'read-only',
    approval_policy: 'never',
    agents: { enabled: false },
    mcp_servers: { mine: {} },
    otel: { exporter: 'none', trace_exporter: 'none', metrics_exporter: 'none' },
  },
  layers: [
    { name: { type: 'user' }, disabledReason: null },
    { name: { type: 'project' }, disabledReason: 'not trusted' },
  ],
  skillLists: [{ cwd: '/w', skills: [{ path: '/w/.agents/skills/a/SKILL.md' }] }],
  thread: {
    thread: { id: 't', ephemeral: false },
    cwd: '/w',
    activePermissionProfile: { id: PERMISSION_PROFILE },
    sandbox: { type: 'readOnly', networkAccess: false },
    approvalPolicy: 'never',
    instructionSources: ['/home/u/.codex/AGENTS.md'],
  },
  servers: ['mine', PROBE_SERVER].map((name) => ({ name, runtimeStatus: 'disabled', tools: {} })),
  features: [
    ...FEATURES_OFF.map((name) => ({ name, enabled: false })),
    { name: 'shell_tool', enabled: true },
    { name: 'unified_exec', enabled: true },
  ],
  sandboxProbe: { passed: true, detail: 'ran' },
  ephemeral: false,
  workspacePath: '/w',
  threadPath: '/w',
  codexHome: '/home/u/.codex',
};

function failed(change: Partial<ProfileReplies>): ProfileCheck[] {
  return failedChecks(judgeProfile({ ...good, ...change }));
}

function detailOf(name: string, change: Partial<ProfileReplies>): string | undefined {
  return judgeProfile({ ...good, ...change }).checks.find((each) => each.name === name)?.detail;
}

const thread = (change: Partial<ProfileReplies['thread']>) => ({ thread: { ...good.thread, ...change } });
const server = (change: Partial<ProfileReplies['servers'][number]>) => ({
  servers: [{ name: 'mine', runtimeStatus: 'disabled', tools: {}, ...change }, ...good.servers.slice(1)],
});
const feature = (name: string, enabled: boolean) => ({
  features: [...good.features.filter((each) => each.name !== name), { name, enabled }],
});
const withoutFeature = (name: string) => ({ features: good.features.filter((each) => each.name !== name) });

describe('judgeProfile', () => {
  it('passes what was asked for', () => {
    const evidence = judgeProfile(good);
    expect(failedChecks(evidence)).toEqual([]);
    expect(evidence).toMatchObject({ profile: 'read-only', assurance: 'verified' });
    expect(evidence.checks).toHaveLength(14);
    expect(() => requireProfile(evidence)).not.toThrow();
  });

  it.each<[string, Partial<ProfileReplies>]>([
    ['process defaults', { config: { ...good.config, sandbox_mode: 'workspace-write' } }],
    ['process defaults', { config: { ...good.config, approval_policy: null } }],
    ['process defaults', { config: { ...good.config, agents: { enabled: true } } }],
    ['process defaults', { config: { ...good.config, agents: null } }],
    ['repository settings', { layers: [{ name: { type: 'project' } }] }],
    ['repository settings', { layers: [{ name: { type: 'project' }, disabledReason: null }] }],
    ['repository settings', { layers: undefined }],
    ['permission profile', thread({ activePermissionProfile: null })],
    ['permission profile', thread({ activePermissionProfile: { id: 'the-users' } })],
    ['sandbox', thread({ sandbox: { type: 'workspaceWrite', networkAccess: false } })],
    ['sandbox', thread({ sandbox: { type: 'readOnly', networkAccess: true } })],
    ['sandbox', thread({ sandbox: { type: 'readOnly' } })],
    ['sandbox', thread({ sandbox: { type: 'readOnly', networkAccess: false, writableRoots: ['/'] } })],
    ['sandbox', thread({ sandbox: 'readOnly' })],
    ['sandbox', thread({ sandbox: undefined })],
    ['approval policy', thread({ approvalPolicy: 'on-request' })],
    ['approval policy', thread({ approvalPolicy: { granular: {} } })],
    ['thread', thread({ thread: { id: 't', ephemeral: true } })],
    [
      'place of commands',
      thread({ thread: { id: 't', ephemeral: false, environments: [{ environmentId: 'far' }] } }),
    ],
    ['working directory', { threadPath: '/elsewhere' }],
    ['instruction files', thread({ instructionSources: ['/w/AGENTS.md'] })],
    ['instruction files', thread({ instructionSources: ['/home/u/.codex-of-another/AGENTS.md'] })],
    ['skills', { skillLists: [] }],
    ['skills', { skillLists: [{ cwd: '/elsewhere', skills: [] }] }],
    ['telemetry', { config: { ...good.config, otel: { ...good.config.otel, exporter: 'statsig' } } }],
    ['telemetry', { config: { ...good.config, otel: null } }],
    ['MCP servers', server({ runtimeStatus: 'connected' })],
    ['MCP servers', server({ runtimeStatus: null })],
    ['MCP servers', server({ tools: { f: {} } })],
    ['MCP servers', server({ name: 'of a plugin' })],
    ['MCP servers', { servers: [] }],
    ['features', feature('apps', true)],
    ['features', feature('shell_tool', false)],
    ['features', withoutFeature('shell_tool')],
    ['features', withoutFeature('hooks')],
    ['features', { features: [] }],
    ['sandbox probe', { sandboxProbe: { passed: false, detail: 'bwrap: no' } }],
  ])('fails by its check %s', (name, change) => {
    expect(failed(change).map((check) => check.name)).toEqual([name]);
  });

  it('says that the sandbox reads the whole disk', () => {
    const sandbox = judgeProfile(good).checks.find(({ name }) => name === 'sandbox');
    expect(sandbox?.detail).toBe(
      'read-only without network; it reads the whole disk, not only the workspace',
    );
  });

  it('names what else of the user speaks to the model', () => {
    const config = { ...good.config, developer_instructions: 'Be brief.', model_instructions_file: '/i.md' };
    expect(detailOf('instruction files', { config })).toBe(
      "only the user's own: /home/u/.codex/AGENTS.md, developer_instructions, model_instructions_file",
    );
    expect(detailOf('instruction files', { config, ...thread({ instructionSources: [] }) })).toBe(
      "only the user's own: developer_instructions, model_instructions_file",
    );
  });

  it('says what to do about a server that is on', () => {
    expect(detailOf('MCP servers', server({ runtimeStatus: 'connected' }))).toMatch(
      / is connected \(remove it from Codex, or ask another backend\)$/,
    );
  });

  it('says how many skills are switched off', () => {
    expect(detailOf('skills', {})).toBe('1 found, each switched off');
  });

  it('tells of the telemetry of an administrator, and allows it', () => {
    const config = { ...good.config, otel: { ...good.config.otel, exporter: { 'otlp-http': {} } } };
    const layers = [...(good.layers ?? []), { name: { type: 'legacyManagedConfigTomlFromFile' } }];
    expect(failed({ config, layers })).toEqual([]);
    expect(detailOf('telemetry', { config, layers })).toBe("exporter: an administrator's");
  });

  it('allows a feature that the version does not list', () => {
    expect(failed(withoutFeature('sleep_tool'))).toEqual([]);
  });

  it('allows a configuration without servers and a thread without instructions', () => {
    expect(failed({ config: { ...good.config, mcp_servers: null }, servers: good.servers.slice(1) })).toEqual(
      [],
    );
    expect(failed(thread({ instructionSources: null }))).toEqual([]);
  });

  it('tells a version that does not say which servers run', () => {
    const servers = [{ name: PROBE_SERVER, tools: {} }];
    expect(() => judgeProfile({ ...good, servers }, '0.149.1')).toThrow(
      expect.objectContaining({ code: 'CLI_UNSUPPORTED', details: { agentVersion: '0.149.1' } }),
    );
  });

  it('names what failed, and how', () => {
    const evidence = judgeProfile({
      ...good,
      threadPath: '/elsewhere',
      ...server({ runtimeStatus: 'connected' }),
    });
    expect(() => requireProfile(evidence)).toThrow(
      expect.objectContaining({
        code: 'SANDBOX_UNAVAILABLE',
        message: expect.stringContaining('working directory: /elsewhere; MCP servers: mine is connected'),
        details: { failedChecks: 'working directory, MCP servers' },
      }),
    );
  });
});
