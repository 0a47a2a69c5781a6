import type { Configuration } from '@coagent8/config';
import type { ConsultRequest, PriceEvidence } from '@coagent8/contracts';
import { cheapestPrice as cheapestOf, listCandidates, resolveName } from '@coagent8/models';

import type { ModelFacts } from './gather-models.js';
import { selectionFactsOf } from './offer.js';
import type { Offer } from './offer.js';

/**
 * The lowest known output price of what was asked for, in USD per million tokens, over all backends in question: of the named
 * model, else of all that the user does not deny. Pure.
 */
export function cheapestPrice(
  request: ConsultRequest,
  configuration: Configuration,
  { offers, prices }: Pick<ModelFacts, 'offers' | 'prices'>,
): number | undefined {
  const { model } = request;
  const known = offers
    .map((offer) => (model === undefined ? candidatePrice(offer) : namedPrice(offer, model)))
    .flatMap((price) => (price === undefined ? [] : [price.outputUsdPerMillion]));
  return known.length === 0 ? undefined : Math.min(...known);

  function candidatePrice(offer: Offer): PriceEvidence | undefined {
    const { wish, ...facts } = selectionFactsOf(offer, request, configuration);
    const { governance } = configuration;
    return cheapestOf(
      listCandidates({ ...facts, configuredDefault: wish.configuredDefault, prices, governance }),
    );
  }

  function namedPrice({ catalog, resolvedName }: Offer, name: string): PriceEvidence | undefined {
    return prices.priceOf(resolveName(name, { catalog, resolvedName }).model);
  }
}
