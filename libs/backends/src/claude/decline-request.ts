/** The answer to a request of Claude Code, without its id. */
export type Decline =
  | { readonly subtype: 'success'; readonly response: Readonly<Record<string, unknown>> }
  | { readonly subtype: 'error'; readonly error: string };

/** How each kind of request is told no in its own words, so that the turn goes on (2.1.248 to 2.1.332). */
const DECLINES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  can_use_tool: { behavior: 'deny', message: 'Nothing can be approved during this turn.' },
  elicitation: { action: 'decline' },
};

/**
 * Refuses what Claude Code asks while it works: an approval, an answer of the user, a hook, a server of ours. The
 * profile lets it ask for none of them; one that is not answered would hold the turn for ever.
 */
export function declineRequest(subtype: string): Decline {
  const response = Object.hasOwn(DECLINES, subtype) ? DECLINES[subtype] : undefined;
  return response === undefined
    ? { subtype: 'error', error: `Unsupported control request subtype: ${subtype}` }
    : { subtype: 'success', response };
}
