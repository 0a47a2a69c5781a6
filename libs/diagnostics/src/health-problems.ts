import type { Failure } from '@coagent8/contracts';
import { shownTime } from '@coagent8/models';

import type { BackendHealth, HealthReport } from './health-report.js';

/** Something that is wrong, and what to do about it. */
export interface Problem {
  readonly subject: string;
  readonly text: string;
}

/** All that is wrong, what stops the most first. Empty where nothing is. Pure. */
export function problemsIn(report: HealthReport): Problem[] {
  const agents = report.backends.flatMap((health) =>
    agentProblems(health, report).map((text) => ({ subject: health.backend, text })),
  );
  return [
    ...configurationProblems(report),
    ...routingProblems(report),
    ...dataRootProblems(report),
    ...agents,
    ...ignoredProblems(report),
  ];
}

const CONFIGURATION = 'configuration';

function configurationProblems({ configuration: { failure } }: HealthReport): Problem[] {
  if (failure === undefined) return [];
  return [{ subject: CONFIGURATION, text: `no turn runs: ${sentence(failure)}` }];
}

function ignoredProblems({ configuration }: HealthReport): Problem[] {
  const { ignored = [], ignoredCount = ignored.length } = configuration;
  const texts = ignored.map(({ path, source, similar }) => {
    const where = source === 'file' ? 'the file' : "the editor's settings";
    const meant = similar.length === 0 ? '' : `; did you mean ${similar.join(' or ')}?`;
    return `${path} in ${where} means nothing${meant}`;
  });
  const more = ignoredCount - ignored.length;
  const all = more > 0 ? [...texts, `${more} more that mean nothing`] : texts;
  return all.map((text) => ({ subject: CONFIGURATION, text }));
}

const DATA_ROOT_PROBLEMS = {
  'read-only': 'cannot be written',
  unmakeable: 'is not there, and cannot be made',
  'not-a-folder': 'is no folder',
} as const;

function dataRootProblems({ dataRoot: { state, path = '' } }: HealthReport): Problem[] {
  if (state === 'writable' || state === 'absent' || state === 'unknown') return [];
  const text = `${path} ${DATA_ROOT_PROBLEMS[state]}: nothing is remembered; correct that, or set COAGENT8_DIR`;
  return [{ subject: 'data root', text }];
}

function agentProblems(health: BackendHealth, report: HealthReport): string[] {
  switch (health.state) {
    case 'not-allowed':
      return [];
    case 'missing':
      return isMissed(health, report) && health.failure ? [sentence(health.failure)] : [];
    case 'failed':
      return [...(health.failure ? [sentence(health.failure)] : []), ...signInProblems(health)];
    default:
      return [
        ...checkProblems(health),
        ...signInProblems(health),
        ...limitProblems(health),
        ...modelProblems(health, report),
      ];
  }
}

/** Few have all agents: one is missed where it is named, asked about alone, or where no other is to be had. */
export function isMissed({ backend }: BackendHealth, { backends, configuration }: HealthReport): boolean {
  const isNamed = configuration.fields?.some(
    ({ path, value }) =>
      (path === `backends.${backend}.executable` && value !== undefined) ||
      (path === 'defaultBackend' && value === backend),
  );
  return isNamed === true || backends.every(({ state }) => state === 'missing' || state === 'not-allowed');
}

function routingProblems({ backends, configuration: { fields = [] } }: HealthReport): Problem[] {
  const { value: preferred } = fields.find(({ path }) => path === 'defaultBackend') ?? {};
  const isLeftOut = backends.some(({ backend, isAllowed }) => backend === preferred && isAllowed === false);
  const noneText = 'routing.allowedBackends leaves out every agent that was looked at: no turn runs on them';
  const leftOutText = `defaultBackend is ${String(preferred)}, which routing.allowedBackends leaves out`;
  const texts = backends.every(({ isAllowed }) => isAllowed === false) ? [noneText] : [];
  return [...texts, ...(isLeftOut ? [leftOutText] : [])].map((text) => ({ subject: CONFIGURATION, text }));
}

function checkProblems({ evidence }: BackendHealth): string[] {
  const failed = evidence?.checks.filter(({ passed }) => !passed) ?? [];
  return failed.map(({ name, detail }) => `the read-only profile does not hold here: ${name}: ${detail}`);
}

function signInProblems({ authentication }: BackendHealth): string[] {
  if (authentication?.state !== 'absent' && authentication?.state !== 'refused') return [];
  const { detail, remedy } = authentication;
  return [remedy === undefined ? detail : `${detail}; ${remedy}`];
}

function limitProblems({ limits }: BackendHealth): string[] {
  const until = limits?.headroom.limited?.until;
  return until === undefined
    ? []
    : [`its limit is reached until ${shownTime(until)}; wait, or ask another agent`];
}

function modelProblems({ backend, models }: BackendHealth, { configuration }: HealthReport): string[] {
  if (models === undefined) return [];
  if (models.failure !== undefined && models.failure.code !== 'AUTH_REQUIRED')
    return [`its models are not known: ${sentence(models.failure)}`];
  const field = `backends.${backend}.defaultModel`;
  const isSet = configuration.fields?.some(({ path, value }) => path === field && value !== undefined);
  if (models.default === undefined && models.count > 0 && isSet)
    return [`${field} names a model that ${backend} does not list; \`coagent8 models\` shows what it does`];
  if (models.default?.approval?.outcome !== 'deny') return [];
  return [`your rules deny its default ${models.default.model}; name another model, or set ${field}`];
}

/** A failure as a sentence part. */
function sentence({ message, remedy }: Failure): string {
  return remedy === undefined ? message : `${message}; ${remedy}`;
}
