import type { AgentWorld } from './agent-world.js';
import { createCodexHome } from './codex-home.js';
import type { CodexHomeOptions } from './codex-home.js';
import { codexBinary } from './installed-agents.js';
import { startResponsesServer } from './responses-server.js';

/** The real Codex, with a model of ours. */
export async function createCodexWorld(options: Partial<CodexHomeOptions> = {}): Promise<AgentWorld> {
  const models = await startResponsesServer();
  const home = await createCodexHome({ modelServerUrl: models.url, ...options });
  const binary = codexBinary();
  return {
    id: 'codex',
    binary,
    home: home.home,
    variables: { ...home.variables, CODEX_PATH: binary },
    spoken: () => models.requests.flatMap(({ body }) => (body === undefined ? [] : [JSON.stringify(body)])),
    remove: async () => {
      await models.close();
      await home.remove();
    },
  };
}
