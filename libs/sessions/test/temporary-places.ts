import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { SessionPlaces } from '../src/index.js';

/** The places of sessions below a data root. */
export function placesIn(root: string): SessionPlaces {
  return {
    sessionsDirectory: join(root, 'sessions'),
    resultsDirectory: join(root, 'results'),
    historyDirectory: join(root, 'history'),
    locksDirectory: join(root, 'locks'),
  };
}

/** An empty data root, and how to be rid of it. */
export function createTemporaryRoot(): { readonly root: string; readonly remove: () => void } {
  const root = mkdtempSync(join(tmpdir(), 'coagent8-sessions-'));
  return { root, remove: () => rmSync(root, { recursive: true }) };
}
