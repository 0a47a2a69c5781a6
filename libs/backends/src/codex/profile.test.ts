import { describe, expect, it } from '@jest/globals';

import { PROBE_SERVER, threadConfig } from './profile.js';

describe('threadConfig', () => {
  it('is nested only, and switches off every server by its name, also a strange one', () => {
    const config = threadConfig({
      servers: ['mine', 'we.ird', PROBE_SERVER],
      codexHome: '/home/u/.codex',
      skills: ['/w/.agents/skills/a/SKILL.md'],
    });
    expect(config).toEqual({
      default_permissions: 'coagent8',
      permissions: {
        coagent8: { filesystem: { ':root': 'read', '/home/u/.codex/auth.json': 'deny' } },
      },
      mcp_servers: {
        mine: { enabled: false },
        'we.ird': { enabled: false },
        coagent8_probe: { command: 'true', enabled: false },
      },
      features: {
        shell_tool: true,
        ...{ view_image: false, goals: false, multi_agent: false, apps: false, plugins: false },
        ...{
          image_generation: false,
          tool_suggest: false,
          sleep_tool: false,
          hooks: false,
          skill_search: false,
          memories: false,
          multi_agent_v2: false,
          request_permissions_tool: false,
          shell_snapshot: false,
          shell_snapshot_v2: false,
        },
      },
      agents: { enabled: false },
      web_search: 'disabled',
      project_doc_max_bytes: 0,
      skills: {
        include_instructions: false,
        config: [{ path: '/w/.agents/skills/a/SKILL.md', enabled: false }],
      },
      shell_environment_policy: {
        inherit: 'core',
        ignore_default_excludes: false,
        set: { COAGENT8_NESTED_TURN: '1' },
      },
    });
    expect(Object.keys(config).some((key) => key.includes('.'))).toBe(false);
  });
});
