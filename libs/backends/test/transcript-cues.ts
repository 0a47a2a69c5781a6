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
  /** agy. */
  readonly event?: string;
}

/** The cue of whatever an agent says only once it has the prompt. */
const PROMPT = 'user';
/** The cues of replies to an interrupt, by the ids and names of the recordings. */
export const INTERRUPT_CUES: ReadonlySet<string> = new Set(['7', 'interrupt']);

/** What a message is, in one word: the method, the request, or the kind. */
export function nameOf({ method, request, type, event }: SentMessage): string {
  return method ?? request?.subtype ?? type ?? event ?? '';
}

/** Whether a message is what a {@link cueOf | cue} waits for. */
export function isCue(cue: string, { id, request, type, event }: SentMessage): boolean {
  return [id?.toString(), request?.subtype, type, event].includes(cue);
}

/**
 * What has to be sent before an agent says `line`: the request that it replies to, or the prompt. Claude Code begins its
 * turn with the prompt (2.1.248 to 2.1.332); agy has said its start by then (1.1.27 to 1.2.16). Most lines need none.
 */
export function cueOf(line: string, previous = ''): string | undefined {
  const { id, method, response, subtype } = recorded(line);
  if (recorded(previous).event === 'init') return PROMPT;
  if (response) return response.request_id;
  if (subtype === 'init') return PROMPT;
  return method === undefined ? id?.toString() : undefined;
}

/**
 * A line as the agent says it in this conversation: with the id of the request that it replies to, and of the session
 * that it was started with, where the recording has another. Codex is told its ids, and keeps them.
 */
export function inConversation(
  line: string,
  { cue, sessionId }: { readonly cue: SentMessage | undefined; readonly sessionId: string | undefined },
): string {
  const { response, session_id } = recorded(line);
  const said = response && cue?.request_id ? line.replace(response.request_id, cue.request_id) : line;
  return session_id && sessionId ? said.replaceAll(session_id, sessionId) : said;
}

interface RecordedLine {
  readonly id?: number;
  readonly method?: string;
  readonly response?: { readonly request_id: string };
  readonly subtype?: string;
  readonly session_id?: string;
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
