/** The reply to a request of the server, without its id. */
export type Decline =
  | { readonly result: Readonly<Record<string, unknown>> }
  | { readonly error: { readonly code: number; readonly message: string } };

/** How each kind of request is told no in its own words, so that the turn goes on (Codex 0.150 to 0.171). */
const DECLINES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'item/commandExecution/requestApproval': { decision: 'decline' },
  'item/fileChange/requestApproval': { decision: 'decline' },
  'item/permissions/requestApproval': { permissions: {}, scope: 'turn' },
  'item/tool/requestUserInput': { answers: {} },
  'item/tool/call': { contentItems: [], success: false },
  'mcpServer/elicitation/request': { action: 'decline', content: null, _meta: null },
};

/**
 * Refuses what an agent asks while it works: an approval, a tool of ours, an answer of the user. A request that we do
 * not know is answered with "method not found".
 */
export function declineRequest(method: string): Decline {
  const result = Object.hasOwn(DECLINES, method) ? DECLINES[method] : undefined;
  return result === undefined
    ? { error: { code: -32601, message: `${method} is not supported` } }
    : { result };
}
