/**
 * Settles a race: what comes on either side of a message, as chance has it, stands after it.
 *
 * @param {readonly any[]} messages
 * @param {(message: any) => boolean} isRacing
 * @param {(message: any) => boolean} isAnchor - The first such message counts.
 */
export function standAfter(messages, isRacing, isAnchor) {
  const early = messages.slice(0, Math.max(0, messages.findIndex(isAnchor))).filter(isRacing);
  const others = messages.filter((message) => !early.includes(message));
  return others.toSpliced(others.findIndex(isAnchor) + 1, 0, ...early);
}
