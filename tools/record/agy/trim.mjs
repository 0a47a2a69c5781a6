import { settle } from '../placeholders.mjs';

/** Tools that are kept of the list of all: it does not change with what is allowed. */
const TOOLS_KEPT = ['view_file', 'run_command'];

const FIXED = { duration_seconds: 1 };

/**
 * Cuts the long list of tools and replaces what differs from run to run: ids, durations and paths.
 *
 * @param messages - What the stand-in sent, and how it ended.
 * @param {Readonly<Record<string, string>>} paths - Paths to be replaced, with what stands for them.
 */
export function trim(messages, paths) {
  return settle(messages.map(cut), { paths, fixed: FIXED });
}

function cut(message) {
  if (message.event !== 'init') return message;
  const tools = message.init.tools.filter((name) => TOOLS_KEPT.includes(name));
  return { ...message, init: { ...message.init, tools } };
}
