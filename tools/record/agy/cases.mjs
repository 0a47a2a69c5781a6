/**
 * What is recorded. `scenario` is a name of the stand-in; `argument` is its ARG. `first` is the scenario of an earlier
 * turn of the same conversation. `before` is played before any prompt, and `interrupted` ends the turn with a signal.
 */
export const CASES = [
  { name: 'text' },
  { name: 'multi-delta' },
  { name: 'tool-ok', argument: 'a.txt' },
  { name: 'tool-error' },
  { name: 'list', scenario: 'read' },
  { name: 'ask-question' },
  { name: 'subagent', scenario: 'subagent-other-id' },
  { name: 'resume', first: 'text' },
  { name: 'empty' },

  { name: 'denied' },
  { name: 'denied-error' },
  { name: 'denied-write', scenario: 'write' },
  { name: 'denied-with-answer' },

  { name: 'quota-429' },
  { name: 'quota-reset', scenario: 'e429-usage' },
  { name: 'invalid-key' },
  { name: 'e402' },
  { name: 'e403' },
  { name: 'e404' },
  { name: 'e500' },
  { name: 'e503' },
  { name: 'sticky-error', first: 'e500', scenario: 'text' },

  { name: 'signed-out', before: 'signed-out' },
  { name: 'bad-model', before: 'bad-model' },
  { name: 'bad-effort', before: 'bad-effort' },
  { name: 'interrupted', isInterrupted: true },
  { name: 'canceled', argument: 'half of' },
  { name: 'time-limit', scenario: 'print-timeout-partial' },
  { name: 'always-proceed', scenario: 'text', settings: { toolPermission: 'always-proceed' } },
].map((entry) => ({ scenario: entry.name, ...entry }));
