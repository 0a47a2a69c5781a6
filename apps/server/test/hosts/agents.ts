import {
  claudeBinary,
  codexBinary,
  createClaudeHome,
  createCodexHome,
  startMessagesServer,
  startResponsesServer,
} from '@coagent8/testing';

import { connectWithModel, PROMPT } from './calling-model.js';
import type { Host } from './host.js';
import { asFlags } from './host-stage.js';

/** Claude Code 2.1.332. */
export const claude: Host = {
  name: 'Claude Code',
  asks: 'codex',
  toolName: 'mcp__coagent8__consult',
  habits: (workspace) => ({
    protocol: '2025-11-25',
    discovers: true,
    capabilities: ['roots', 'elicitation'],
    wantsProgress: true,
    roots: [`file://${workspace}`],
  }),
  connect: ({ home: HOME, server: { command, args, env }, run }) =>
    connectWithModel(startMessagesServer, async (modelServerUrl) => {
      const { variables, remove } = await createClaudeHome({ modelServerUrl });
      const claude = (...more: string[]) => run(claudeBinary(), more, { ...variables, HOME });
      await claude('mcp', 'add', '-s', 'user', 'coagent8', ...asFlags('-e', env), '--', command, ...args);
      return {
        list: async () => (await claude('mcp', 'list')).stdout,
        prompt: () => claude('-p', PROMPT, '--allowedTools', 'mcp__coagent8__consult'),
        close: remove,
      };
    }),
};

/** Codex 0.171. */
export const codex: Host = {
  name: 'Codex',
  asks: 'claude',
  toolName: 'consult',
  habits: () => ({
    protocol: '2025-06-18',
    discovers: false,
    capabilities: ['experimental', 'elicitation'],
    wantsProgress: true,
  }),
  connect: ({ home: HOME, server: { command, args, env }, run }) =>
    connectWithModel(startResponsesServer, async (modelServerUrl) => {
      const { variables, remove } = await createCodexHome({ modelServerUrl });
      const codex = (...more: string[]) => run(codexBinary(), more, { ...variables, HOME });
      await codex('mcp', 'add', 'coagent8', ...asFlags('--env', env), '--', command, ...args);
      return {
        list: async () => (await codex('mcp', 'list')).stdout,
        prompt: () => codex('exec', PROMPT),
        close: remove,
      };
    }),
};
