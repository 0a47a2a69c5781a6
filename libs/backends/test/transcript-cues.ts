/** A message that was sent to an agent, whichever protocol it speaks. */
export interface SentMessage {
  /** Codex: of a request. */
  readonly id?: number;
  /** Codex. */
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  /** Claude Code: of a control request. */
  readonly request_id?: string;
  readonly request?: { readonly subtype: string };
  /** Claude Code. */
  readonly type?: string;
  readonly uuid?: string;
  /** agy. */
  readonly event?: string;
}

/** The cue of whatever an agent says only once it has the prompt. */
const PROMPT = 'user';
/** What Claude Code says with the id of the prompt. */
const LIFECYCLE = 'command_lifecycle';
/** The cues of replies to an interrupt, by the ids and names of the recordings. */
export const INTERRUPT_CUES: ReadonlySet<string> = new Set(['8', 'interrupt']);

/** What a message is, in one word: the method, the request, or the kind. */
export function nameOf({ method, request, type, event }: SentMessage): string {
  return method ?? request?.subtype ?? type ?? event ?? '';
}

/** Whether a message is what a line with this cue waits for. */
export function isCue(cue: string, { id, request, type, event }: SentMessage): boolean {
  return [id?.toString(), request?.subtype, type, event].includes(cue);
}

/**
 * What has to be sent before an agent says each of `lines`: the request that it replies to, or the prompt. Most need
 * nothing. Claude Code begins its turn with the prompt (2.1.248 to 2.1.332), and a turn that it begins before it has
 * answered our questions is of a prompt that is not ours; agy has said its start by then (1.1.27 to 1.2.16).
 */
export function cuesOf(lines: readonly string[]): (string | undefined)[] {
  const said = lines.map(recorded);
  const answeredAt = said.findIndex(({ response }) => response?.request_id === 'get_settings');
  return said.map(({ id, method, type, response, subtype }, index) => {
    if (said[index - 1]?.event === 'init') return PROMPT;
    if (subtype === 'init' || type === LIFECYCLE)
      return answeredAt >= 0 && answeredAt < index ? PROMPT : undefined;
    return response?.request_id ?? (method === undefined ? id?.toString() : undefined);
  });
}

/** Ids that Claude Code is given: of its session, and of the prompt. Codex is told its ids, and keeps them. */
export interface GivenIds {
  readonly sessionId: string | undefined;
  readonly messageId: string | undefined;
}

/** The {@link GivenIds} of a recording. Only a message that it was sent is queued. */
export function recordedIds(lines: readonly string[]): GivenIds {
  const said = lines.map(recorded);
  return {
    sessionId: said.find(({ session_id }) => session_id !== undefined)?.session_id,
    messageId: said.find(({ state }) => state === 'queued')?.command_uuid,
  };
}

/**
 * A line as the agent says it in this conversation: with the id of the request that it replies to, and with the ids that
 * it is given here in the place of the recorded ones.
 */
export function inConversation(
  line: string,
  {
    cue,
    then,
    now,
  }: { readonly cue: SentMessage | undefined; readonly then: GivenIds; readonly now: GivenIds },
): string {
  const { response } = recorded(line);
  const said = response && cue?.request_id ? line.replace(response.request_id, cue.request_id) : line;
  return replaced(replaced(said, then.sessionId, now.sessionId), then.messageId, now.messageId);
}

function replaced(text: string, then: string | undefined, now: string | undefined): string {
  return then === undefined || now === undefined ? text : text.replaceAll(then, now);
}

interface RecordedLine {
  readonly id?: number;
  readonly method?: string;
  readonly response?: { readonly request_id: string };
  readonly type?: string;
  readonly subtype?: string;
  readonly session_id?: string;
  readonly command_uuid?: string;
  readonly state?: string;
  readonly event?: string;
}

/** Nothing is known of a line that breaks off. */
function recorded(line: string): RecordedLine {
  try {
    return Object(JSON.parse(line)) as RecordedLine;
  } catch {
    return {};
  }
}
