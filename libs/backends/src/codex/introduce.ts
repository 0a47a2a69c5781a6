import { START_TIMEOUT_MS } from '../wait.js';
import type { Connection } from './connection.js';
import { initializeParams } from './launch.js';
import { initializeReply } from './protocol.js';

/** What an app-server says of itself. */
export interface Introduction {
  readonly version?: string;
  /** The user's folder, as Codex names it. */
  readonly codexHome?: string;
}

/** The first words of every conversation. @throws What a {@link Connection} throws. */
export async function introduce(connection: Connection): Promise<Introduction> {
  const { userAgent, codexHome } = await connection.request(
    'initialize',
    initializeParams(),
    initializeReply,
    START_TIMEOUT_MS,
  );
  connection.notify('initialized');
  const version = versionOf(userAgent);
  return {
    ...(version === undefined ? {} : { version }),
    ...(codexHome === undefined ? {} : { codexHome }),
  };
}

/** The second part of `<our name>/<version> (…)`. */
function versionOf(userAgent: string): string | undefined {
  return /^[^/]*\/(\S+)/.exec(userAgent)?.[1];
}
