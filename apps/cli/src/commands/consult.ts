import { resolve } from 'node:path';

import type { TurnRequest } from '@coagent8/contracts';

import type { ConsultFlags } from '../arguments/consult.js';
import { createTerminalConsent } from '../ask-in-terminal.js';
import { formatsExclusive, inputEmpty, noProposal } from '../errors.js';
import { createEventsReport } from '../output/events.js';
import { createJsonReport } from '../output/json.js';
import type { Report } from '../output/report.js';
import { createTextReport } from '../output/text.js';
import { parseRequest } from '../parse-request.js';
import { PROPOSAL_MAX_BYTES, readText } from '../read-input.js';
import type { World } from '../world.js';
import { runTurn } from './run-turn.js';

/** `coagent8 consult`: asks a backend for a second opinion on a text. */
export function consult(world: World, flags: ConsultFlags, text: string | undefined): Promise<number> {
  const report = reportFor(world, flags);
  const askConsent = createTerminalConsent(world, report.makeRoom);
  return runTurn(world, { report, askConsent }, async (signal) => {
    if (flags.json && flags.events) throw formatsExclusive();
    const proposal = await readProposal(world, text, signal);
    return consultRequest(flags, { proposal, directory: world.environment.workingDirectory });
  });
}

function reportFor(world: World, flags: ConsultFlags): Report {
  if (flags.events) return createEventsReport(world.stdout);
  return flags.json ? createJsonReport(world.stdout) : createTextReport(world);
}

const NOT_READ = 'note: standard input is not read, for the text is an argument; write - to send it\n';

/** The text itself, or standard input where it is `-`, or missing and something is piped in. */
async function readProposal(world: World, text: string | undefined, signal: AbortSignal): Promise<string> {
  const { stdin, stderr } = world;
  if (text === undefined && stdin.isTerminal) throw noProposal();
  if (text === '-' && stdin.isTerminal) stderr.write('reading the proposal; end it with Ctrl-D\n');
  if (text !== undefined && text !== '-' && stdin.isSent()) stderr.write(NOT_READ);
  const fromInput = text === undefined || text === '-';
  const proposal = fromInput ? await readText(stdin.open(), { maxBytes: PROPOSAL_MAX_BYTES, signal }) : text;
  if (proposal.trim() === '') throw fromInput ? inputEmpty() : noProposal();
  return proposal;
}

/** The request that the flags stand for. Throws `INPUT_LIMIT` where the contract does not take them. */
function consultRequest(
  flags: ConsultFlags,
  given: { readonly proposal: string; readonly directory: string },
): TurnRequest {
  return parseRequest({
    schemaVersion: 1,
    operation: 'consult',
    backend: flags.backend,
    model: flags.model,
    reasoningEffort: flags.effort,
    outputPriceBelow: flags['output-price-below'],
    timeoutMs: flags.timeout,
    workspacePath: flags.workspace === undefined ? undefined : resolve(given.directory, flags.workspace),
    origin: { directory: given.directory },
    proposal: given.proposal,
    taskType: flags['task-type'],
    contextFiles: flags['context-file'],
    specificQuestions: flags.question,
  });
}
