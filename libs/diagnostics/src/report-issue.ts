import type { HealthDependencies } from './examine-health.js';
import type { Product } from './product.js';

/** Longest address that is made, in characters: browsers and servers refuse much longer ones. */
export const ISSUE_URL_MAX_CHARACTERS = 8_000;

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

/** To be written. Sends nothing anywhere. Never rejects but for the reason of the signal. */
export async function reportIssue(
  _dependencies: IssueDependencies,
  _request: IssueRequest,
): Promise<IssueReport> {
  throw new Error('to be written');
}
