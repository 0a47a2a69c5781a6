import { encodeResponsesReply } from './encode-responses-reply.js';
import { eventStream, startModelServer } from './model-server.js';
import type { ModelApi, ModelServer } from './model-server.js';
import { recordOf } from './model-turn.js';
import { readResponsesTurn } from './read-responses-turn.js';
import { SCENARIOS } from './responses-scenarios.js';
import type { ScenarioName } from './responses-scenarios.js';
import type { Scenario } from './scenarios.js';

/** A model server of OpenAI's Responses API on 127.0.0.1. Its `url` is what a provider's `base_url` takes. */
export type ResponsesServer = ModelServer<ScenarioName>;

const RESPONSES_API: ModelApi<ScenarioName> = {
  basePath: '/v1',
  scenarios: SCENARIOS,
  isTurn: ({ method, path }) => method === 'POST' && path.endsWith('/responses'),
  readTurn: readResponsesTurn,
  encode: (reply, number, { body }) => {
    const model = String(recordOf(body)['model'] ?? '');
    return eventStream(encodeResponsesReply(reply, `resp_${number}`, model));
  },
  errorBody: (error) => ({ error }),
};

/**
 * Starts a model server that answers `POST …/responses`.
 *
 * @param scenario - Scenario of prompts without a marker. Default `answer`.
 */
export function startResponsesServer(scenario: Scenario | ScenarioName = 'answer'): Promise<ResponsesServer> {
  return startModelServer(RESPONSES_API, scenario);
}
