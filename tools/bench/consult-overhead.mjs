import { startAppServer } from '../record/app-server.mjs';
import { inTurns, median, timed } from './measure.mjs';

const ROUNDS = 12;
const OVERHEAD_MAX_MS = 100;

/**
 * What a `consult` costs over driving the same binary directly, with the least a client can say and nothing verified.
 * @param {import('./world.mjs').BenchWorld} world
 * @returns {Promise<import('./measure.mjs').Figure[]>}
 */
export async function consultOverhead(world) {
  const client = world.serve();
  await client.initialize();
  const { direct, consult } = await inTurns(
    {
      direct: () => timed(() => driveDirectly(world)),
      consult: () =>
        timed(async () => {
          const { result } = await client.request('tools/call', {
            name: 'consult',
            arguments: { proposal: 'SCENARIO=answer' },
          });
          if (/** @type {{ isError?: boolean }} */ (result).isError) throw new Error(JSON.stringify(result));
        }),
    },
    ROUNDS,
  );
  await client.close();
  const overhead = median(consult.map((ms, round) => ms - direct[round]));
  return [
    {
      what: 'consult in a warm server, over the bare binary',
      value: `${overhead < 0 ? '−' : '+'}${Math.abs(overhead).toFixed(0)} ms (${median(consult).toFixed(0)} ms, ${median(direct).toFixed(0)} ms)`,
      target: `≤ +${OVERHEAD_MAX_MS} ms`,
      holds: overhead <= OVERHEAD_MAX_MS,
    },
  ];
}

/** @param {import('./world.mjs').BenchWorld} world */
async function driveDirectly({ binary, variables, workspacePath }) {
  const server = startAppServer({ binary, variables, cwd: workspacePath });
  await server.request(1, 'initialize', { clientInfo: { name: 'bench', version: '0' } });
  server.notify('initialized');
  const { result } = await server.request(2, 'thread/start', {
    cwd: workspacePath,
    sandbox: 'read-only',
    approvalPolicy: 'never',
  });
  await server.request(3, 'turn/start', {
    threadId: result.thread.id,
    input: [{ type: 'text', text: 'SCENARIO=answer' }],
  });
  await server.message(({ method }) => method === 'turn/completed', 'turn/completed');
  await server.close();
}
