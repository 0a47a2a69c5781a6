import { describe, expect, it } from '@jest/globals';

import { serverArguments, threadParams, turnParams } from './launch.js';

describe('serverArguments', () => {
  it('makes the profile the default of the process and names no server', () => {
    const [command, ...flags] = serverArguments('/srv/"odd"/app');
    expect(command).toBe('app-server');
    expect(flags.filter((_, index) => index % 2 === 0).every((flag) => flag === '-c')).toBe(true);
    expect(flags.filter((_, index) => index % 2 === 1)).toEqual([
      'sandbox_mode="read-only"',
      'approval_policy="never"',
      'agents.enabled=false',
      'notify=[]',
      'otel.exporter="none"',
      'otel.trace_exporter="none"',
      'otel.metrics_exporter="none"',
      'projects={"/srv/\\"odd\\"/app"={trust_level="untrusted"},"/srv/\\"odd\\""={trust_level="untrusted"},' +
        '"/srv"={trust_level="untrusted"},"/"={trust_level="untrusted"}}',
      'features.shell_tool=true',
      ...['view_image', 'goals', 'multi_agent', 'apps', 'plugins', 'image_generation', 'tool_suggest'].map(
        off,
      ),
      ...['sleep_tool', 'hooks', 'skill_search', 'memories', 'multi_agent_v2'].map(off),
      ...['request_permissions_tool', 'shell_snapshot', 'shell_snapshot_v2'].map(off),
    ]);
  });
});

describe('a folder with DEL in its name', () => {
  it('is a TOML string all the same', () => {
    expect(serverArguments('/a\u007fb').join(' ')).toContain('{"/a\\u007fb"={trust_level="untrusted"}');
  });
});

describe('threadParams', () => {
  const thread = {
    workspacePath: '/w',
    servers: [],
    skills: [],
    codexHome: '/home/u/.codex',
    ephemeral: false,
  };

  it('asks for the profile, and for a model only where one is named', () => {
    const params = threadParams(thread);
    expect(params).toMatchObject({ cwd: '/w', approvalPolicy: 'never', ephemeral: false });
    expect(params).not.toHaveProperty('model');
    expect(threadParams({ ...thread, model: 'm' })).toHaveProperty('model', 'm');
  });

  it('names no sandbox, which would replace the permission profile', () => {
    expect(threadParams(thread)).not.toHaveProperty('sandbox');
  });
});

describe('turnParams', () => {
  it('sends the permissions again', () => {
    expect(turnParams('t', { prompt: 'p' })).toEqual({
      threadId: 't',
      input: [{ type: 'text', text: 'p', text_elements: [] }],
      approvalPolicy: 'never',
      sandboxPolicy: { type: 'readOnly', networkAccess: false },
    });
    expect(turnParams('t', { prompt: 'p', model: 'm', reasoningEffort: 'low' })).toMatchObject({
      model: 'm',
      effort: 'low',
    });
  });
});

function off(name: string): string {
  return `features.${name}=false`;
}
