import { encodeMessagesReply, wholeMessagesReply } from './encode-messages-reply.js';
import { MESSAGES_SCENARIOS } from './messages-scenarios.js';
import type { MessagesScenarioName } from './messages-scenarios.js';
import { eventStream, startModelServer } from './model-server.js';
import type { ModelApi, ModelServer } from './model-server.js';
import { recordOf } from './model-turn.js';
import { readMessagesTurn } from './read-messages-turn.js';
import type { Scenario } from './scenarios.js';

/** A model server of Anthropic's Messages API on 127.0.0.1. Its `url` is what `ANTHROPIC_BASE_URL` takes. */
export type MessagesServer = ModelServer<MessagesScenarioName>;

const MESSAGES_API: ModelApi<MessagesScenarioName> = {
  basePath: '',
  scenarios: MESSAGES_SCENARIOS,
  isTurn: ({ method, path }) => method === 'POST' && path === '/v1/messages',
  readTurn: readMessagesTurn,
  encode: (reply, number, { body }) => {
    const { model, stream } = recordOf(body);
    const args = [reply, `msg_${number}`, String(model ?? '')] as const;
    if (stream === true) return eventStream(encodeMessagesReply(...args));
    return { contentType: 'application/json', parts: [JSON.stringify(wholeMessagesReply(...args))] };
  },
  errorBody: (error) => ({ type: 'error', error: { type: 'invalid_request_error', ...error } }),
  aside: ({ method, path }) => {
    if (method === 'HEAD') return {}; // Claude Code before 2.1.290 looks whether there is somebody
    if (method === 'POST' && path === '/v1/messages/count_tokens') return { input_tokens: 100 };
    return undefined;
  },
};

/**
 * Starts a model server that answers `POST /v1/messages` and counts tokens.
 *
 * @param scenario - Scenario of prompts without a marker. Default `answer`.
 */
export function startMessagesServer(
  scenario: Scenario | MessagesScenarioName = 'answer',
): Promise<MessagesServer> {
  return startModelServer(MESSAGES_API, scenario);
}
