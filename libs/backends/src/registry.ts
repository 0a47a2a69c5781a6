import type { BackendId } from '@coagent8/contracts';

import type { Backend } from './backend.js';

type ResolveModel = NonNullable<Backend['resolveModel']>;

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
    loadedWhenUsed('claude', async () => (await import('./claude/adapter.js')).createClaudeBackend(), {
      resolvesNames: true,
    }),
  ];
}

function loadedWhenUsed(
  id: BackendId,
  load: () => Promise<Backend>,
  {
    resolvesNames = false,
    ...words
  }: Pick<Backend, 'promptNote'> & { readonly resolvesNames?: boolean } = {},
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
    catalogInputs: async (request) => (await loaded()).catalogInputs(request),
    listModels: async (request) => (await loaded()).listModels(request),
    readQuota: async (request) => (await loaded()).readQuota(request),
    ...(resolvesNames ? { resolveModel } : {}),
    startTurn: async function* (turn) {
      yield* (await loaded()).startTurn(turn);
    },
  };

  async function resolveModel(request: Parameters<ResolveModel>[0]): Promise<string> {
    const { resolveModel: resolve } = await loaded();
    return resolve === undefined ? request.model : resolve(request);
  }
}
