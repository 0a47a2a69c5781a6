import type { ReportedModel } from '@coagent8/backends';
import type { PriceEvidence, Warning } from '@coagent8/contracts';
import { requireReportedModel, unpricedReport } from '@coagent8/models';
import type { PriceFacts, Prices, SelectionFacts } from '@coagent8/models';

import type { TurnPlan } from './plan-turn.js';

/** How many unlisted models that one turn reports are looked up in the price list. The others have no price. */
export const REPORTS_LOOKED_UP_MAX = 3;

/** Judges the models that an agent reports in one turn. */
export interface ReportJudge {
  /** Throws at once where that suffices; else looks the price up, and rejects where the model may then not run. */
  readonly require: (reported: ReportedModel) => void | Promise<void>;
  /** Aborted by a rejection, with the same error as its reason. */
  readonly refused: AbortSignal;
  /** Resolves when nothing is looked up any more. Throws what was rejected. */
  readonly settled: () => Promise<void>;
  /** Whether the turn's signal ended a look-up: it is then not known whether the model may run. */
  readonly isCut: () => boolean;
  /** What a model costs, as far as it is known by now. */
  readonly priceOf: (model: string) => PriceEvidence | undefined;
}

/**
 * Makes a {@link ReportJudge}. An agent may run a model that no catalog lists, so that nobody has looked its price up: that is
 * done when it is reported. Rules that need no price are applied at once all the same. What cannot be looked up has no price.
 */
export function createReportJudge(judging: {
  readonly plan: Pick<TurnPlan, 'selection' | 'selectionFacts'>;
  readonly prices: Pick<Prices, 'read'>;
  /** The turn's own: ends the look-ups. */
  readonly signal: AbortSignal;
  /** Told what kept a price from being read. */
  readonly warn: (warning: Warning) => void;
}): ReportJudge {
  const { plan, prices, signal, warn } = judging;
  const { selection } = plan;
  const { outputPriceBelow, ...unlimited } = plan.selectionFacts;
  const found: Pick<PriceFacts, 'priceOf'>[] = [plan.selectionFacts.prices];
  const lookUps = new Map<string, Promise<void>>();
  const refusal = new AbortController();
  let isCut = false;
  let judged: Promise<unknown> = Promise.resolve();

  return {
    require: (reported) => {
      requireReportedModel(reported, { selection, facts: { ...unlimited, prices: { priceOf } } });
      const name = unpricedReport(reported, { selection, facts: facts() });
      if (name === undefined || !mayLookUp(name)) {
        requireReportedModel(reported, { selection, facts: facts() });
        return undefined;
      }
      const judgement = judgeLater(name, reported);
      judged = Promise.allSettled([judged, judgement]);
      return judgement;
    },
    refused: refusal.signal,
    settled: async () => {
      await judged;
      refusal.signal.throwIfAborted();
    },
    isCut: () => isCut,
    priceOf,
  };

  async function judgeLater(name: string, reported: ReportedModel): Promise<void> {
    const lookUp = lookUps.get(name) ?? readPrice(name);
    lookUps.set(name, lookUp);
    await lookUp;
    isCut ||= signal.aborted;
    signal.throwIfAborted();
    try {
      requireReportedModel(reported, { selection, facts: facts() });
    } catch (error) {
      refusal.abort(error);
      throw error;
    }
  }

  async function readPrice(name: string): Promise<void> {
    const hasLimit = outputPriceBelow !== undefined;
    try {
      const read = await prices.read({ needed: [name], offered: [], hasLimit, signal });
      found.push(read);
      read.warnings.forEach(warn);
    } catch {
      // A price that nobody could read is unknown, and is judged as that.
    }
  }

  function mayLookUp(name: string): boolean {
    return lookUps.has(name) || lookUps.size < REPORTS_LOOKED_UP_MAX;
  }

  function facts(): SelectionFacts {
    return { ...plan.selectionFacts, prices: { priceOf } };
  }

  function priceOf(model: string): PriceEvidence | undefined {
    return found.map((each) => each.priceOf(model)).find((price) => price !== undefined);
  }
}
