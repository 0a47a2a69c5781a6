import { BACKEND_IDS, EXECUTABLE_VARIABLES } from '@coagent8/contracts';

import type { HealthFact } from './health-fact.js';
import type { HealthReport } from './health-report.js';
import { clipBytes } from './markdown-line.js';
import { priceListText } from './models-text.js';
import { SUMMARY_TEXT_MAX_BYTES } from './summary.js';

/** What is known of this machine and of CoAgent8's own files. Pure. */
export function ownFacts(report: HealthReport): HealthFact[] {
  return [
    ...configurationFacts(report.configuration),
    dataRootFact(report),
    priceFact(report),
    { sign: '·', label: 'examined in', text: report.directory },
  ];
}

function configurationFacts(configuration: HealthReport['configuration']): HealthFact[] {
  const { file = 'nowhere', isThere, failure, fields = [] } = configuration;
  const label = 'configuration';
  if (failure !== undefined) return [{ sign: '✗', label, text: failure.message }];
  const text = isThere === false ? `no file at ${file}: the defaults hold` : file;
  const set = fields.filter((field) => field.source !== 'default' && !isProgram(field));
  return [
    { sign: '·', label, text: `${text}${namedBy(configuration, 'configFile')}` },
    ...set.map(({ path, value, source, variable }): HealthFact => ({
      sign: '·',
      label: 'set',
      text: `${path} = ${clipBytes(JSON.stringify(value), SUMMARY_TEXT_MAX_BYTES)} (${variable ?? source})`,
    })),
  ];
}

/** A program that a variable of its own names: what is known of the agent says both. */
function isProgram({ path, variable }: { readonly path: string; readonly variable?: string | undefined }) {
  return BACKEND_IDS.some(
    (id) => variable === EXECUTABLE_VARIABLES[id] && path === `backends.${id}.executable`,
  );
}

/** The variable that decides where something is, in brackets; nothing by default. */
function namedBy(
  { places = [] }: HealthReport['configuration'],
  place: (typeof places)[number]['place'],
): string {
  const variable = places.find((each) => each.place === place)?.variable;
  return variable === undefined ? '' : ` (${variable})`;
}

const DATA_ROOT_TEXT = {
  writable: 'may be written',
  absent: 'not there yet',
  'read-only': 'cannot be written',
  unmakeable: 'not there, and cannot be made',
  'not-a-folder': 'no folder',
  unknown: 'not known whether it may be written',
} as const;

function dataRootFact({ dataRoot: { state, path }, configuration }: HealthReport): HealthFact {
  const label = 'data root';
  if (path === undefined) return { sign: '?', label, text: 'not known' };
  const isFine = state === 'writable' || state === 'absent';
  const sign = isFine ? '·' : state === 'unknown' ? '?' : '✗';
  return { sign, label, text: `${path}, ${DATA_ROOT_TEXT[state]}${namedBy(configuration, 'dataRoot')}` };
}

function priceFact(report: HealthReport): HealthFact {
  const label = 'prices';
  const text = priceListText(report);
  const variable = namedBy(report.configuration, 'priceList');
  if (text === undefined) return { sign: '?', label, text: `none were read${variable}` };
  return { sign: '·', label, text: `USD per million output tokens, ${text}${variable}` };
}
