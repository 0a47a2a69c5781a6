import type { TurnMeta, TurnOutcome, TurnProgress } from '@coagent8/contracts';

import { priceLine } from './price-line.js';

/** What a reader should know beside the answer, a line each: the facts of the turn, then its warnings. */
export function footerLines({ meta, warnings }: TurnOutcome): string[] {
  return [
    factLine(meta),
    ...(meta.backendReason === undefined ? [] : [`Backend: ${meta.backendReason}`]),
    ...(meta.price === undefined ? [] : [priceLine(meta.price)]),
    ...(meta.workspace?.source === 'directory'
      ? [`Workspace: ${meta.workspace.path} (the folder this was started in)`]
      : []),
    ...warnings.map(({ message }) => message),
  ].map((line) => line.replaceAll(/\s*\n\s*/g, ' '));
}

function factLine(meta: TurnMeta): string {
  const name = meta.backend ?? 'no backend';
  const model = meta.model === undefined ? name : `${name} (${meta.model})`;
  const facts = [model, `${(meta.durationMs / 1000).toFixed(1)} s`];
  if (meta.evidence === undefined) return facts.join(' · ');
  const { profile, assurance } = meta.evidence;
  const operations = `${meta.operations} ${meta.operations === 1 ? 'operation' : 'operations'}`;
  return [
    ...facts,
    operations,
    assurance === 'verified' ? `${profile}, verified` : `${profile} requested, not proven`,
  ].join(' · ');
}

const PHASE_TEXT = {
  gathering: 'looking at the request, models and prices',
  planning: 'choosing backend and model',
  asking: 'waiting for your consent',
  verifying: 'checking the read-only profile',
  working: 'working',
  settling: 'securing the answer',
} as const;

/** One line for a person or a host that watches. */
export function describeProgress(progress: TurnProgress): string {
  if (progress.type === 'operation') return `operation ${progress.operations + 1}: ${progress.label}`;
  const text = PHASE_TEXT[progress.phase];
  return progress.backend === undefined ? text : `${progress.backend}: ${text}`;
}
