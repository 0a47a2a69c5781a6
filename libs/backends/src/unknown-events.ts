import type { TurnNews } from './turn-stream.js';

/** How many unknown things a turn warns of. */
export const UNKNOWN_EVENTS_MAX = 20;
/** Longest part of a name that we do not know which is repeated, in characters. */
export const UNKNOWN_NAME_MAX_CHARACTERS = 80;

/** The warning of something that an agent did or sent and that we do not know; nothing where there has been enough. */
export type UnknownEvents = (verb: 'did' | 'sent', name: string) => TurnNews[];

/**
 * Warns once a turn for each name: such a thing may come by the thousand.
 *
 * @param agent - As people call it.
 */
export function createUnknownEvents(agent: string): UnknownEvents {
  const warned = new Set<string>();
  return (verb, name) => {
    const message = `${agent} ${verb} something unknown: ${name.slice(0, UNKNOWN_NAME_MAX_CHARACTERS)}`;
    if (warned.has(message) || warned.size >= UNKNOWN_EVENTS_MAX) return [];
    warned.add(message);
    return [{ type: 'warning', warning: { code: 'UNKNOWN_EVENT', message } }];
  };
}
