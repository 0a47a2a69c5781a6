import type { BackendId } from '@coagent8/contracts';

import type { Backend } from './backend.js';

/**
 * The backends that turns can run on. Nothing of a backend is loaded before it is used: the start of a server must
 * not wait for protocols that nobody speaks.
 */
export function createBackends(): readonly Backend[] {
  return [
    loadedWhenUsed('codex', async () => (await import('./codex/adapter.js')).createCodexBackend()),
    loadedWhenUsed('agy', async () => (await import('./agy/adapter.js')).createAgyBackend(), {
      promptNote:
        'Use your file reading tools only. Run no command, write no file and use no network: ' +
        'an action that is denied ends your whole turn at once, without an answer.',
    }),
    loadedWhenUsed('claude', async () => (await import('./claude/adapter.js')).createClaudeBackend()),
  ];
}

function loadedWhenUsed(
  id: BackendId,
  load: () => Promise<Backend>,
  words: Pick<Backend, 'promptNote'> = {},
): Backend {
  let loading: Promise<Backend> | undefined;
  const loaded = () => (loading ??= load());
  return {
    id,
    ...words,
    locate: async (request) => {
      const { locateExecutable } = await import('./discovery/executable.js');
      return locateExecutable(id, request);
    },
    examine: async (request) => (await loaded()).examine(request),
    startTurn: async function* (turn) {
      yield* (await loaded()).startTurn(turn);
    },
  };
}
