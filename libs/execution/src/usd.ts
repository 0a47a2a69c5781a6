const AMOUNT = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 12, useGrouping: false });

/** An amount for people, `9 USD`: without what floating point adds to it. Pure. */
export function usd(amount: number): string {
  return `${AMOUNT.format(amount)} USD`;
}
