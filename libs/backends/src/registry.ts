import type { Backend } from './backend.js';

/**
 * The backends that turns can run on. Nothing of a backend is loaded before it is used: the start of a server must
 * not wait for protocols that nobody speaks.
 */
export function createBackends(): readonly Backend[] {
  let loading: Promise<Backend> | undefined;
  const codex = () =>
    (loading ??= import('./codex/adapter.js').then(({ createCodexBackend }) => createCodexBackend()));
  return [
    {
      id: 'codex',
      locate: async (request) => {
        const { locateExecutable } = await import('./discovery/executable.js');
        return locateExecutable('codex', request);
      },
      examine: async (request) => (await codex()).examine(request),
      startTurn: async function* (turn) {
        yield* (await codex()).startTurn(turn);
      },
    },
  ];
}
