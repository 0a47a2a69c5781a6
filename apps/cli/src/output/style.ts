import { styleText } from 'node:util';

import type { Environment } from '@coagent8/contracts';

import type { Output } from '../world.js';

/** How text on one stream looks. Where the stream takes no styling, each function returns its text unchanged. */
export interface Style {
  readonly strong: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly alert: (text: string) => string;
}

/** Whether control sequences make sense on `output`: a terminal that can do more than print. */
export function isCapable(output: Output, { variables }: Environment): boolean {
  return output.isTerminal && variables['TERM'] !== 'dumb';
}

/** Styling for `output`: none where it is no terminal, or where the user set NO_COLOR to anything. */
export function styleFor(output: Output, environment: Environment): Style {
  const styled = isCapable(output, environment) && !environment.variables['NO_COLOR'];
  const paint = (format: 'bold' | 'dim' | 'red') => (text: string) =>
    styled ? styleText(format, text, { validateStream: false }) : text;
  return { strong: paint('bold'), dim: paint('dim'), alert: paint('red') };
}
