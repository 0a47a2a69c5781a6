import { basename } from 'node:path';

import { configFieldNames } from '@coagent8/config';
import { BACKEND_IDS, ERROR_CODES, EXECUTABLE_VARIABLES } from '@coagent8/contracts';
import type { Environment } from '@coagent8/contracts';
import { redactPublic } from '@coagent8/security';
import type { PublicTextContext } from '@coagent8/security';

import { examineHealth } from './examine-health.js';
import type { HealthDependencies } from './examine-health.js';
import { issueAgents } from './issue-agents.js';
import {
  boundedText,
  isTooLong,
  issueBody,
  ISSUE_SHORT_SAID_MAX_CHARACTERS,
  issueTitle,
  withCutLine,
} from './issue-text.js';
import { issueUrl } from './issue-url.js';
import type { Product } from './product.js';

/** What is to be reported. */
export interface IssueRequest {
  /** What went wrong, in the words of the program that failed. */
  readonly errorMessage?: string;
  /** What was being done. */
  readonly context?: string;
  /** Whether the state of the agents is part of it. */
  readonly includesHealth: boolean;
  /** Name of the calling client, as it calls itself. */
  readonly caller?: string;
  /** Folders that the client works in, absolute: the report names none of them. */
  readonly directories?: readonly string[];
}

/** What an issue is reported from. */
export interface IssueDependencies extends HealthDependencies {
  readonly product: Product;
}

/** A report that may be published: no secret, no path, no code. */
export interface IssueReport {
  readonly title: string;
  /** Markdown. */
  readonly body: string;
  /** Opens a form with both filled in, for the user to read and send. Absent where the package names no place for reports. */
  readonly url?: string;
  /** Whether the address holds less than the body, for want of room. */
  readonly isUrlCut: boolean;
}

/**
 * Makes a report of a problem: what happened, what was being done, versions, and how the agents are where that is wanted; they are
 * then started to be asked, without a prompt, and nothing of it is written down. Sends nothing anywhere. Every text in it has
 * passed `redactPublic`. Never rejects but for the reason of the signal.
 */
export async function reportIssue(
  dependencies: IssueDependencies,
  request: IssueRequest,
): Promise<IssueReport> {
  const { environment, product, signal } = dependencies;
  const context = publicContext(environment, product, request.directories);
  const redact = (text: string) => redactPublic(text, context);
  const health = request.includesHealth
    ? await examineHealth({ ...dependencies, recordsDefaults: false, readsQuotas: false })
    : undefined;
  signal?.throwIfAborted();
  const errorMessage = await redactGiven(request.errorMessage, redact);
  const done = await redactGiven(request.context, redact);
  const parts = {
    ...(errorMessage === undefined ? {} : { errorMessage: withEnd(errorMessage) }),
    ...(done === undefined ? {} : { context: withEnd(done) }),
    versions: await redact(versionsText(product, environment, request.caller)),
    ...(health === undefined ? {} : { agents: await redact(issueAgents(health)) }),
  };
  const body = issueBody(parts);
  const title = issueTitle(errorMessage?.text);
  const shortBody = issueBody(parts, ISSUE_SHORT_SAID_MAX_CHARACTERS);
  return { title, body, ...issueUrl(product.bugsUrl, { title, body, shortBody }) };
}

/** A text of the caller as it may be published, and whether it is only the beginning of it. */
interface Said {
  readonly text: string;
  readonly isCut: boolean;
}

async function redactGiven(
  text: string | undefined,
  redact: (text: string) => Promise<string>,
): Promise<Said | undefined> {
  return text === undefined ? undefined : { text: await redact(boundedText(text)), isCut: isTooLong(text) };
}

const withEnd = ({ text, isCut }: Said) => (isCut ? withCutLine(text) : text);

/** Numbers alone: what a distribution or a build adds to its version may be a name. */
const numbersOf = (version: string) => /^\d+(?:\.\d+){0,2}/.exec(version)?.[0] ?? 'unknown';

function versionsText(product: Product, { platform }: Environment, caller: string | undefined): string {
  const { version, nodeVersion, systemRelease, architecture } = product;
  return [
    `- CoAgent8 ${numbersOf(version)}`,
    `- Node ${numbersOf(nodeVersion)}`,
    `- system: ${platform} ${numbersOf(systemRelease)} ${architecture}`,
    `- client: ${callerName(caller ?? 'not told')}`,
  ].join('\n');
}

/** Longest name of a client that is told, in characters. */
const CALLER_MAX_CHARACTERS = 40;

function callerName(caller: string): string {
  return caller.length > CALLER_MAX_CHARACTERS ? 'not told' : caller.replaceAll(/\s+/g, ' ');
}

/** Variables that hold names of the user and of the machine. */
const NAME_VARIABLES = ['USER', 'LOGNAME', 'USERNAME', 'HOST', 'HOSTNAME', 'COMPUTERNAME', 'USERDOMAIN'];

/** Names that everybody's calls of ours, and everybody's environment, have. */
const OWN_WORDS = [
  ...['coagent8', 'smart_quota', 'context_files', 'error_message', 'include_doctor', 'output_price_below'],
  ...[
    'reasoning_effort',
    'session_handle',
    'specific_questions',
    'task_type',
    'timeout_ms',
    'workspace_path',
  ],
  ...['COAGENT8_CONFIG', 'COAGENT8_DIR', 'COAGENT8_EDITOR_SETTINGS', 'COAGENT8_NESTED_TURN'],
  ...['COAGENT8_PRICES_URL', 'ANTHROPIC_API_KEY', 'CLAUDE_CODE_OAUTH_TOKEN', 'CODEX_HOME', 'OPENAI_API_KEY'],
];

function publicContext(
  environment: Environment,
  { architecture, hostName }: Product,
  directories: readonly string[] = [],
): PublicTextContext {
  const { variables, homeDirectory, workingDirectory } = environment;
  const folders = [workingDirectory, ...directories].map((directory) => basename(directory));
  const names = [...NAME_VARIABLES.map((name) => variables[name]), hostName, ...folders];
  return {
    homeDirectory,
    privateNames: names.filter((name) => name !== undefined),
    publicWords: [
      ...[...ERROR_CODES, ...BACKEND_IDS, ...Object.values(EXECUTABLE_VARIABLES)],
      ...configFieldNames(),
      ...OWN_WORDS,
      architecture,
    ],
  };
}
