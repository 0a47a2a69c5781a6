import { answer, reply } from '@coagent8/testing';
import type { ModelOutput, ModelServer, OfferedTool, Scenario } from '@coagent8/testing';

import type { ConnectedHost, SeenResult } from './host.js';

/** What the user says to the host. */
export const PROMPT = 'Ask the other agent.';

/** Claude Code 2.1.332 tells its model only the names of MCP tools, and shows one whole once it was searched for. */
const SEARCH = 'ToolSearch';

type Arguments = Readonly<Record<string, unknown>>;

/** A tool for the host's model to call. */
export interface WantedTool {
  readonly name: string;
  readonly arguments: Arguments;
}

/** How a host is used whose model is ours. */
export interface PromptedHost extends Pick<ConnectedHost, 'list'> {
  /** Gives it {@link PROMPT} and waits for its end. */
  readonly prompt: () => Promise<unknown>;
  readonly close?: () => Promise<void>;
}

/**
 * Connects a host that has a model: `consult` is called because that model calls it, and what the host shows is what it
 * tells the model.
 *
 * @param start - Starts a model server of the host's API.
 * @param setUp - Makes the host use that server, and registers ours.
 */
export async function connectWithModel(
  start: (scenario: Scenario) => Promise<Pick<ModelServer, 'url' | 'close'>>,
  setUp: (modelServerUrl: string) => Promise<PromptedHost>,
): Promise<ConnectedHost> {
  const model = createCallingModel();
  const models = await start(model.scenario);
  const { prompt, close, ...more } = await setUp(models.url);
  return {
    ...more,
    consult: async (given) => {
      model.ask({ name: 'consult', arguments: given });
      await prompt();
      return model.seen();
    },
    close: async () => {
      await models.close();
      await close?.();
    },
  };
}

/** A model that calls one tool of ours once in a conversation, and says no more about it. */
export function createCallingModel() {
  let wanted: WantedTool = { name: 'consult', arguments: {} };
  let hasSearched = false;
  let tool: string | undefined;
  let shown = '';

  const scenario: Scenario = ({ tools, toolOutputs }) => {
    if (tool !== undefined) {
      shown = toolOutputs.at(-1) ?? shown;
      return reply(answer('Done.'));
    }
    const offered = tools.find(({ name }) => name.endsWith(wanted.name));
    tool = offered?.name;
    if (offered !== undefined) return reply(callOf(offered, wanted.arguments));
    const search = hasSearched ? undefined : tools.find(({ name }) => name === SEARCH);
    hasSearched = true;
    return reply(search ? callOf(search, { query: wanted.name }) : answer('There is no such tool.'));
  };
  return {
    scenario,
    ask: (next: WantedTool) => {
      wanted = next;
      hasSearched = false;
      tool = undefined;
      shown = '';
    },
    seen: (): SeenResult => ({ tool, shown }),
  };
}

function callOf({ name, namespace }: OfferedTool, callArguments: Arguments): ModelOutput {
  return {
    type: 'function-call',
    name,
    callArguments,
    ...(namespace === undefined ? {} : { namespace }),
  };
}
