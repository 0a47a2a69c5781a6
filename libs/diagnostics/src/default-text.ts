import type { ReportedModelRow } from './list-rows.js';
import { BASIS_TEXT, PRICE } from './models-text.js';

/** The default model of an agent as a sentence part: `swift-4.2, 9.00 USD, asks you first (price)`. Pure. */
export function defaultText({ model, price, approval, isAllowed }: ReportedModelRow): string {
  const shown =
    price === undefined
      ? 'no known price'
      : `${price.match === 'approximate' ? 'about ' : ''}${PRICE.format(price.outputUsdPerMillion)} USD`;
  return [model, shown, ...ruleTexts(approval, isAllowed)].join(', ');
}

function ruleTexts(approval: ReportedModelRow['approval'], isAllowed: boolean): string[] {
  if (approval?.outcome === 'deny') return ['denied by your rules'];
  if (approval?.outcome === 'ask') return [`asks you first (${BASIS_TEXT[approval.basis]})`];
  return isAllowed ? ['allowed by your rules'] : [];
}

/** Who says so, as a sentence part. Pure. */
export function defaultSourceText({ backend, defaultSource }: ReportedModelRow): string {
  switch (defaultSource) {
    case 'configuration':
      return `set by backends.${backend}.defaultModel`;
    case 'agent':
      return `as ${backend} itself says`;
    default:
      return `${backend}'s own choice`;
  }
}
