import type { ExecutableSource } from '@coagent8/backends';
import { EXECUTABLE_VARIABLES } from '@coagent8/contracts';
import type { BackendId, ProfileEvidence } from '@coagent8/contracts';

import { stateText } from './health-facts.js';
import type { BackendHealth, HealthReport, SignIn } from './health-report.js';

/**
 * What a report of the agents' health says that helps somebody else: versions, rules, states and the names of checks that fail. No
 * path, no detail of a sign-in, no value of a setting. The words of failures are in it as they are: the text has yet to be
 * redacted. Pure.
 */
export function issueAgents({ configuration, backends }: HealthReport): string {
  const { failure, isThere } = configuration;
  const state = failure === undefined ? (isThere === false ? 'none' : 'in use') : failureText(failure);
  return [`- configuration: ${state}`, ...backends.flatMap(agentLines)].join('\n');
}

function agentLines(health: BackendHealth): string[] {
  const { backend, executable, version, authentication, evidence, failure } = health;
  return [
    '',
    `${backend}: ${stateText(health)}`,
    ...(version === undefined ? [] : [`- version ${version}`]),
    ...(executable === undefined ? [] : [`- program ${foundText(backend, executable.source)}`]),
    ...(authentication === undefined ? [] : [`- sign-in ${SIGN_IN_TEXT[authentication.state]}`]),
    ...(failure === undefined ? [] : [`- problem: ${failureText(failure)}`]),
    ...(evidence === undefined ? [] : profileLines(evidence)),
  ];
}

/** By name only what does not hold: each line takes room from what a form can be filled with. */
function profileLines({ checks }: ProfileEvidence): string[] {
  if (checks.length === 0) return [];
  const failed = checks.filter(({ passed }) => !passed);
  return [
    `- profile: ${checks.length - failed.length} of ${checks.length} checks pass`,
    ...failed.map(({ name }) => `- ✗ ${name}`),
  ];
}

const failureText = ({ code, message }: { readonly code: string; readonly message: string }) =>
  `${code}: ${message}`;

const SIGN_IN_TEXT: Readonly<Record<SignIn['state'], string>> = {
  verified: 'verified',
  present: 'present, not verified',
  refused: 'refused, or there is none',
  absent: 'absent',
  unknown: 'not known',
};

function foundText(backend: BackendId, source: ExecutableSource): string {
  const texts: Readonly<Record<ExecutableSource, string>> = {
    environment: `named by ${EXECUTABLE_VARIABLES[backend]}`,
    configuration: 'named by the configuration',
    path: 'found on PATH',
    extension: 'found in the extension of an editor',
    official: 'found in a folder of an installer',
  };
  return texts[source];
}
