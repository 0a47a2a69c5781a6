import type { IncomingMessage } from 'node:http';

/** Largest request body that is read, in bytes. */
export const REQUEST_MAX_BYTES = 16 * 1024 * 1024;

/** Headers whose value could be a secret. */
const SECRET_HEADERS = ['authorization', 'x-api-key'];

/** One request as it arrived, without what could be a secret. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  /** `authorization` and `x-api-key` are replaced by `<present>`. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The parsed body; `undefined` where there was none or it was not JSON. */
  readonly body: unknown;
}

/** Reads a request whole; `undefined` where its body is over the bound. A client that leaves early reads as no body. */
export async function receiveRequest(request: IncomingMessage): Promise<ReceivedRequest | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const data of request) {
      const chunk: Buffer = data;
      bytes += chunk.length;
      if (bytes <= REQUEST_MAX_BYTES) chunks.push(chunk);
    }
  } catch {
    chunks.length = 0;
  }
  if (bytes > REQUEST_MAX_BYTES) return undefined;
  const present = SECRET_HEADERS.filter((name) => request.headers[name] !== undefined);
  return {
    method: request.method ?? '',
    path: (request.url ?? '').split('?', 1)[0] ?? '',
    headers: { ...request.headers, ...Object.fromEntries(present.map((name) => [name, '<present>'])) },
    body: parseBody(Buffer.concat(chunks).toString('utf8')),
  };
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
