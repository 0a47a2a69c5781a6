/** Conversations that outlive their process: one file each, in the place where agy keeps its databases. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { NO_USAGE } from './events.mjs';

/**
 * @typedef {object} Conversation
 * @property {string} id
 * @property {number} createdAtMs
 * @property {number} nextStep - Steps are counted over all processes.
 * @property {number} turns
 * @property {import('./events.mjs').Usage} usage
 * @property {import('./events.mjs').DeniedAction[]} deniedActions - Each once, for as long as the conversation lives.
 * @property {string | undefined} [error] - The first real error: every later turn repeats it (1.2.15).
 */

/**
 * @param {string} appFolder
 * @param {string | undefined} id - To be continued.
 * @returns {{ conversation: Conversation, isResumed: boolean }} A new one where there is none of that id: agy says so on
 * stderr and goes on (1.2.15).
 */
export function openConversation(appFolder, id) {
  const stored = id === undefined ? undefined : load(appFolder, id);
  if (stored) return { conversation: stored, isResumed: true };
  const created = {
    id: randomUUID(),
    createdAtMs: Date.now(),
    nextStep: 0,
    turns: 0,
    usage: NO_USAGE,
    deniedActions: [],
  };
  return { conversation: created, isResumed: false };
}

/**
 * @param {string} appFolder
 * @param {Conversation} conversation
 */
export function saveConversation(appFolder, conversation) {
  const file = fileOf(appFolder, conversation.id);
  mkdirSync(join(appFolder, 'conversations'), { recursive: true });
  writeFileSync(file, JSON.stringify(conversation));
}

/**
 * @param {string} appFolder
 * @param {string} id
 * @returns {Conversation | undefined}
 */
function load(appFolder, id) {
  try {
    return /^[\w-]+$/.test(id) ? JSON.parse(readFileSync(fileOf(appFolder, id), 'utf8')) : undefined;
  } catch {
    return undefined;
  }
}

const fileOf = (/** @type {string} */ appFolder, /** @type {string} */ id) =>
  join(appFolder, 'conversations', `${id}.db`);
