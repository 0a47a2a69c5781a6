import type { Authentication, BackendExamination } from '@coagent8/backends';
import type { Failure, QuotaReading } from '@coagent8/contracts';

import type { BackendHealth, SignIn, Standing } from './health-report.js';

/** What one part of an examination came to: one of both, or neither where nobody asked. */
export interface Part<Result> {
  readonly result?: Result;
  readonly failure?: Failure;
}

/** What an agent said when it was asked, part by part. */
export interface AskedParts {
  readonly examination: Part<BackendExamination>;
  readonly listing: Part<unknown>;
  readonly reading: Part<QuotaReading>;
}

/**
 * Whether somebody is signed in. Only windows prove it: they come from the vendor, where a plan may be read from what the
 * agent keeps itself (Claude Code 2.1.332). Undefined where nothing was asked that could tell. Pure.
 */
export function judgeSignIn({ examination, listing, reading }: AskedParts): SignIn | undefined {
  const said = examination.result?.authentication;
  if (reading.result !== undefined && reading.result.windows.length > 0) {
    const detail = [said?.state === 'present' ? said.detail : '', 'the vendor told its limits'];
    return { state: 'verified', standing: 'verified', detail: detail.filter(Boolean).join('; ') };
  }
  if (said?.state === 'absent') return { ...said, standing: 'observed' };
  const refusal = [reading.failure, listing.failure].find((failure) => failure?.code === 'AUTH_REQUIRED');
  if (refusal !== undefined) return refusedBy(refusal);
  return said === undefined ? undefined : { ...said, standing: STANDINGS[said.state] };
}

const STANDINGS: Readonly<Record<Authentication['state'], Standing>> = {
  present: 'observed',
  absent: 'observed',
  unknown: 'unknown',
};

function refusedBy({ message, remedy }: Failure): SignIn {
  const how = remedy === undefined ? {} : { remedy };
  return { state: 'refused', standing: 'verified', detail: message, ...how };
}

/** What a turn would meet first. Pure. */
export function judgeState({
  isAllowed,
  executable,
  failure,
  evidence,
  authentication,
  limits,
}: Omit<BackendHealth, 'state'>): BackendHealth['state'] {
  if (isAllowed === false) return 'not-allowed';
  if (executable === undefined) return 'missing';
  if (failure !== undefined) return 'failed';
  if (evidence?.checks.some(({ passed }) => !passed)) return 'unverified';
  if (authentication?.state === 'refused') return 'refused';
  if (authentication?.state === 'absent') return 'signed-out';
  return limits?.headroom.limited === undefined ? 'ready' : 'limited';
}

/** How sure the checks of a profile are, together. Pure. */
export function profileStanding({ evidence }: Pick<BackendHealth, 'evidence'>): Standing {
  if (evidence === undefined) return 'unknown';
  return evidence.assurance === 'verified' ? 'verified' : 'observed';
}
