import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { turnEventSchema, turnRequestSchema } from '@coagent8/contracts';
import type { TurnOperations, TurnOutcome, TurnProgress, TurnRequest } from '@coagent8/contracts';
import { AGENT_IDS, createAgentWorld, createTempWorkspace } from '@coagent8/testing';
import type { AgentId, AgentWorld, TempWorkspace } from '@coagent8/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { compose } from '../src/compose.js';

/** The agent and the workspace that operations work with. */
interface Ground {
  readonly agent: AgentWorld;
  readonly workspace: TempWorkspace;
}

const inProcess = ({ agent, workspace }: Ground): TurnOperations =>
  compose(
    {
      variables: agent.variables,
      platform: process.platform,
      homeDirectory: agent.home,
      workingDirectory: workspace.path,
    },
    () => performance.now(),
  ).operations;

const inChild = ({ agent, workspace }: Ground): TurnOperations => ({
  run: async (request, { signal, onProgress }) => {
    const entry = join(process.env['COAGENT8_E2E_PACKAGE'] ?? '', 'index.cjs');
    const options = { cwd: workspace.path, env: agent.variables };
    const child = spawn(process.execPath, [entry, 'run', '--request', '-'], options);
    const stop = () => child.kill('SIGTERM');
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    child.stdin.end(`${JSON.stringify(request)}\n`);
    let outcome: TurnOutcome | undefined;
    for await (const line of createInterface({ input: child.stdout })) {
      const event = turnEventSchema.parse(JSON.parse(line));
      if (outcome !== undefined) throw new Error('an event came after the outcome');
      if (event.type === 'outcome') outcome = event.outcome;
      else onProgress(event);
    }
    signal.removeEventListener('abort', stop);
    if (outcome === undefined) throw new Error('the child ended without an outcome');
    return outcome;
  },
});

/** What is known of each agent's turns: the facts of one that reads a file, and how the model is told to read it. */
const AGENTS: Readonly<Record<AgentId, { readonly reading: string; readonly meta: object }>> = {
  codex: {
    reading: 'SCENARIO=shell ARG="cat a.txt"',
    meta: { model: 'test-model', agentVersion: '0.171.0', evidence: { assurance: 'verified' } },
  },
  claude: {
    reading: 'SCENARIO=read ARG="a.txt"',
    meta: {
      model: expect.stringMatching(/^claude-/),
      agentVersion: '2.1.332',
      evidence: { assurance: 'verified' },
    },
  },
  agy: {
    reading: 'SCENARIO=read ARG="a.txt"',
    meta: { evidence: { assurance: 'requested' } },
  },
};

const WAYS = [
  ['in this process', inProcess],
  ['in a child: coagent8 run --request -', inChild],
] as const;

/** How long an agent that works may speak before it is stopped. */
const SPEAKING_MS = 1_500;
const TIMEOUT_MS = 3_500;

/**
 * The seam that every app stands on, held to one suite whichever agent answers, and whichever side of it the work is
 * on: in this process, or in a child that reads the request and writes events. The turns run side by side.
 */
describe.each(AGENT_IDS.flatMap((id) => WAYS.map(([where, create]) => [id, where, create] as const)))(
  'TurnOperations of %s %s',
  (backend, _where, createOperations) => {
    let ground: Ground;
    let turns: Record<'read' | 'limited' | 'stopped' | 'hanging' | 'long', Awaited<ReturnType<typeof run>>>;
    beforeAll(async () => {
      const workspace = await createTempWorkspace({ git: true, files: { 'a.txt': 'a file\n' } });
      ground = { agent: await createAgentWorld(backend), workspace };
      const [read, limited, stopped, hanging, long] = await Promise.all([
        run(AGENTS[backend].reading),
        run('SCENARIO=e429'),
        run('SCENARIO=slow', {}, SPEAKING_MS),
        run('SCENARIO=hang', { timeoutMs: TIMEOUT_MS }),
        run('SCENARIO=long'),
      ]);
      turns = { read, limited, stopped, hanging, long };
    });
    afterAll(async () => {
      await ground.agent.remove();
      await ground.workspace.remove();
    });

    async function run(proposal: string, more: Partial<TurnRequest> = {}, speakingMs?: number) {
      const request = turnRequestSchema.parse({
        schemaVersion: 1,
        operation: 'consult',
        proposal,
        origin: { directory: ground.workspace.path },
        ...more,
      });
      const stopping = new AbortController();
      const progress: TurnProgress[] = [];
      const onProgress = (each: TurnProgress) => {
        progress.push(each);
        const works = each.type === 'phase' && each.phase === 'working';
        if (works && speakingMs !== undefined) setTimeout(() => stopping.abort(), speakingMs);
      };
      const host = { signal: stopping.signal, onProgress };
      return { outcome: await createOperations(ground).run(request, host), progress };
    }

    it('answers, with the facts of the turn', () => {
      const { outcome, progress } = turns.read;
      const workspace = { path: ground.workspace.path, source: 'directory' };
      expect(outcome).toMatchObject({
        status: 'answered',
        answer: expect.stringContaining('a file'),
        truncated: false,
        meta: { backend, operations: 1, workspace, ...AGENTS[backend].meta },
        warnings: [],
      });
      const phases = progress.map((each) => (each.type === 'phase' ? each.phase : 'operation'));
      expect(phases).toEqual(['gathering', 'planning', 'verifying', 'working', 'operation', 'settling']);
    });

    it('fails with a code, never with a rejection', () => {
      expect(turns.limited.outcome).toMatchObject({
        status: 'failed',
        failure: { code: 'RATE_LIMITED' },
        meta: { backend },
      });
    });

    it('keeps what was said when it is told to stop', () => {
      expect(turns.stopped.outcome).toMatchObject({
        status: 'failed',
        failure: { code: 'ABORTED' },
        partialAnswer: expect.stringMatching(/^word /),
      });
    });

    it('ends at the time limit', () => {
      const { outcome } = turns.hanging;
      expect(outcome).toMatchObject({ status: 'failed', failure: { code: 'TIMEOUT' } });
      expect(outcome.meta.durationMs).toBeLessThan(TIMEOUT_MS + 3_500);
    });

    it('cuts an answer over the bound and says so', () => {
      expect(turns.long.outcome).toMatchObject({
        status: 'answered',
        truncated: true,
        warnings: [{ code: 'ANSWER_TRUNCATED', message: 'answer truncated' }],
      });
    });
  },
);
