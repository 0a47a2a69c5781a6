import { readFile } from 'node:fs/promises';

/** One message that went over the wire. */
export interface WireMessage {
  readonly from: 'host' | 'server';
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
}

/** How a host speaks with a server, as far as it matters to us. */
export interface HostHabits {
  /** The revision that both agreed on. */
  readonly protocol: string;
  /** Whether it asks `server/discover` (revision 2026-07-28) first, and takes our no for an answer. */
  readonly discovers: boolean;
  /** The names of what it declares that it can do, as it spells them. */
  readonly capabilities: readonly string[];
  /** Whether it asks for the progress of a call. */
  readonly wantsProgress: boolean;
  /** What it answers when asked for its roots; absent where it does not declare any. */
  readonly roots?: readonly string[];
}

/**
 * What `record-wire.cjs` has written so far, in order; nothing where no server was started. A chunk may hold several
 * messages, and a message may lie in several chunks.
 */
export async function readWire(file: string): Promise<WireMessage[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const chunks = text.split('\n').filter((line) => line !== '');
  const rest = { host: '', server: '' };
  return chunks.flatMap((chunk) => {
    const { from, text } = JSON.parse(chunk) as { from: 'host' | 'server'; text: string };
    const lines = (rest[from] + text).split('\n');
    rest[from] = lines.pop() ?? '';
    return lines.map((line) => ({ from, ...JSON.parse(line) }) as WireMessage);
  });
}

/** What a host did in one session of the wire. */
export function habitsOf(wire: readonly WireMessage[]): HostHabits {
  const host = wire.filter(({ from }) => from === 'host');
  const sent = (method: string) => host.find((message) => message.method === method)?.params;
  const { capabilities = {} } = sent('initialize') ?? {};
  const { protocolVersion } = resultWith(wire, 'server', 'protocolVersion');
  const { _meta = {} } = sent('tools/call') ?? {};
  const { roots } = resultWith(wire, 'host', 'roots');
  return {
    protocol: String(protocolVersion),
    discovers: sent('server/discover') !== undefined,
    capabilities: Object.keys(capabilities as object),
    wantsProgress: 'progressToken' in (_meta as object),
    ...(roots === undefined ? {} : { roots: (roots as { uri: string }[]).map(({ uri }) => uri) }),
  };
}

function resultWith(wire: readonly WireMessage[], side: WireMessage['from'], name: string) {
  return wire.find(({ from, result }) => from === side && result && name in result)?.result ?? {};
}
