import type { ExecutableSource } from '@coagent8/backends';
import { EXECUTABLE_VARIABLES } from '@coagent8/contracts';
import type { BackendId, Failure, ProfileCheck } from '@coagent8/contracts';
import { shownTime } from '@coagent8/models';

import { defaultSourceText, defaultText } from './default-text.js';
import { SIGNS } from './health-fact.js';
import type { HealthFact } from './health-fact.js';
import { isMissed } from './health-problems.js';
import type { BackendHealth, HealthReport, ModelsHealth, SignIn, Standing } from './health-report.js';
import { profileStanding } from './judge-health.js';
import { limitFacts, unknownText } from './limit-facts.js';
import { ageText } from './age-text.js';

const STATE_TEXT = {
  ready: 'ready',
  limited: 'limited',
  'signed-out': 'not ready: signed out',
  refused: 'not ready: its sign-in was refused, or there is none',
  unverified: 'not ready: the read-only profile does not hold here',
  failed: 'not ready: it could not be examined',
  missing: 'not found',
  'not-allowed': 'not among routing.allowedBackends',
} as const;

const ASSURANCE_TEXT = {
  verified: 'the read-only profile can be verified here',
  requested: 'the read-only profile can be requested here, not proven',
} as const;

/** Whether a turn would run, as sentence parts. Pure. */
export function stateText({ state, evidence, limits }: BackendHealth): string {
  const until = limits?.headroom.limited?.until;
  const text =
    state === 'limited' && until !== undefined ? `limited until ${shownTime(until)}` : STATE_TEXT[state];
  return state === 'ready' && evidence ? `${text}: ${ASSURANCE_TEXT[evidence.assurance]}` : text;
}

/** What is known of one agent, what is wrong first. Pure. */
export function agentFacts(health: BackendHealth, report: HealthReport): HealthFact[] {
  const now = report.reportedAt;
  const facts = [
    ...failureFacts(health, report),
    ...programFacts(health),
    ...signInFacts(health.authentication),
    ...modelFacts(health, now),
    ...limitFacts(health, now),
    ...(health.evidence?.checks ?? []).map((check) => checkFact(check, profileStanding(health))),
  ];
  const isWrong = ({ sign }: HealthFact) => sign === '✗';
  return [...facts.filter(isWrong), ...facts.filter((fact) => !isWrong(fact))];
}

/** Why it was not found or not examined, where what to do has not told it already. */
function failureFacts(health: BackendHealth, report: HealthReport): HealthFact[] {
  const { state, executable, failure } = health;
  if (failure === undefined || (state === 'missing' && isMissed(health, report))) return [];
  if (executable !== undefined) return [{ sign: '✗', label: 'problem', text: failure.message }];
  const remedy = state === 'missing' ? failure.remedy : undefined;
  return [
    { sign: '?', label: 'program', text: failure.message },
    ...(remedy === undefined ? [] : [{ sign: '?', label: 'what to do', text: remedy } as const]),
  ];
}

function programFacts({ backend, executable, version }: BackendHealth): HealthFact[] {
  if (executable === undefined) return [];
  const { path, source } = executable;
  return [
    { sign: '·', label: 'program', text: `${foundText(backend, source)}: ${path}` },
    version === undefined
      ? { sign: '?', label: 'version', text: 'not told' }
      : { sign: '·', label: 'version', text: version },
  ];
}

/** By which rule a program was found, as a sentence part. */
function foundText(backend: BackendId, source: ExecutableSource): string {
  switch (source) {
    case 'environment':
      return `named by ${EXECUTABLE_VARIABLES[backend]}`;
    case 'configuration':
      return `named by backends.${backend}.executable`;
    case 'path':
      return 'found on PATH';
    case 'extension':
      return "found in the vendor's editor extension";
    case 'official':
      return 'found in a folder of an installer';
  }
}

const SIGN_IN_TEXT = {
  verified: 'verified',
  present: 'present, not verified',
  refused: 'refused, or there is none',
  absent: 'none',
  unknown: 'not known',
} as const;

function signInFacts(authentication: SignIn | undefined): HealthFact[] {
  if (authentication === undefined) return [];
  const { state, standing, detail } = authentication;
  const sign = state === 'absent' || state === 'refused' ? '✗' : SIGNS[standing];
  return [{ sign, label: 'sign-in', text: `${SIGN_IN_TEXT[state]}: ${detail}` }];
}

function modelFacts({ backend, models, failure }: BackendHealth, now: string): HealthFact[] {
  if (models === undefined) return [];
  return [listFact(models, failure, now), ...defaultFacts(backend, models)];
}

function listFact(
  { count, readAt, failure }: ModelsHealth,
  known: Failure | undefined,
  now: string,
): HealthFact {
  const label = 'models';
  if (failure !== undefined) return { sign: '?', label, text: unknownText(failure, known) };
  if (count === 0) return { sign: '?', label, text: 'it lists none' };
  const age = readAt === undefined ? '' : `, listed ${ageText(readAt, now)}`;
  return { sign: '·', label, text: `${count}${age}` };
}

function defaultFacts(backend: BackendId, { default: row, recorded, failure }: ModelsHealth): HealthFact[] {
  const label = 'default';
  if (row === undefined)
    return [{ sign: '?', label, text: failure === undefined ? `${backend} decides` : 'not known' }];
  const sign = row.approval?.outcome === 'deny' ? '✗' : '·';
  return [
    { sign, label, text: `${defaultText(row)}; ${defaultSourceText(row)}` },
    ...(recorded === undefined
      ? []
      : [
          {
            sign: '·' as const,
            label: 'recorded',
            text: `now as ${recorded.field}, so that it changes only when you change it; ${takenBackText(recorded.undo)}`,
          },
        ]),
  ];
}

/** The next report finds that nobody names a default, as this one did. */
function takenBackText(undo: string): string {
  return `\`${undo}\` takes it back until the next such report; \`coagent8 config set\` puts another in its place`;
}

function checkFact({ name, passed, detail }: ProfileCheck, standing: Standing): HealthFact {
  return { sign: passed ? SIGNS[standing] : '✗', label: name, text: detail };
}
