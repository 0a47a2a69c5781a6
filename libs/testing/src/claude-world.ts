import type { AgentWorld } from './agent-world.js';
import { createClaudeHome } from './claude-home.js';
import type { ClaudeHomeOptions } from './claude-home.js';
import { claudeBinary } from './installed-agents.js';
import { startMessagesServer } from './messages-server.js';

/** The real Claude Code, with a model of ours. */
export async function createClaudeWorld(options: Partial<ClaudeHomeOptions> = {}): Promise<AgentWorld> {
  const models = await startMessagesServer();
  const home = await createClaudeHome({ modelServerUrl: models.url, ...options });
  const binary = claudeBinary();
  return {
    id: 'claude',
    binary,
    home: home.home,
    variables: { ...home.variables, CLAUDE_PATH: binary },
    spoken: () => models.requests.flatMap(({ body }) => (body === undefined ? [] : [JSON.stringify(body)])),
    remove: async () => {
      await models.close();
      await home.remove();
    },
  };
}
