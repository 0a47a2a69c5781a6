import type { BackendHealth, HealthReport } from './examine-health.js';
import { fact } from './fact-lines.js';

const STATE_TEXT = {
  ready: 'ready',
  'signed-out': 'not ready: signed out',
  unverified: 'not ready: the read-only profile does not hold here',
  failed: 'not ready: it could not be asked',
  missing: 'not found',
} as const;

const ASSURANCE_TEXT = {
  verified: 'the read-only profile can be verified here',
  requested: 'the read-only profile can be requested here, not proven',
} as const;

/** A report as text for a person. */
export function healthLines(report: HealthReport): string[] {
  return [...configurationLines(report), ...report.backends.flatMap(backendLines)];
}

function configurationLines({ configuration: { file, failure }, directory }: HealthReport): string[] {
  return [
    ...fact(
      'configuration',
      failure === undefined ? (file ?? 'none') : `${failure.code}: ${failure.message}`,
    ),
    ...(failure?.remedy === undefined ? [] : fact('', failure.remedy)),
    ...fact('examined in', directory),
  ];
}

function backendLines(health: BackendHealth): string[] {
  const { backend, executable, version, authentication, evidence, failure } = health;
  return [
    '',
    `${backend}  ${stateText(health)}`,
    ...(executable === undefined ? [] : fact('program', `${executable.path} (${executable.source})`)),
    ...(version === undefined ? [] : fact('version', version)),
    ...(authentication === undefined
      ? []
      : fact('sign-in', `${authentication.state}: ${authentication.detail}`)),
    ...(evidence?.checks ?? []).flatMap(({ name, passed, detail }) =>
      fact(`${passed ? '✓' : '✗'} ${name}`, detail),
    ),
    ...(failure === undefined ? [] : fact('problem', failure.message)),
    ...(failure?.remedy === undefined ? [] : fact('what to do', failure.remedy)),
  ];
}

/** Whether a turn would run, as sentence parts. */
export function stateText({ state, evidence }: BackendHealth): string {
  const isSound = state === 'ready' || state === 'signed-out';
  const profile = isSound && evidence ? ASSURANCE_TEXT[evidence.assurance] : undefined;
  return [STATE_TEXT[state], profile].filter(Boolean).join(state === 'ready' ? ': ' : '; ');
}
