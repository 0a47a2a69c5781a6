import type { Environment } from '@coagent8/contracts';

import { shown } from './errors.js';
import { absolutePath, readOwnVariable } from './locations.js';
import type { Locations } from './locations.js';

/** What the environment decides beside the fields of the configuration. */
export interface DescribedPlace {
  /**
   * `dataRoot`: the folder of everything that is kept. `configFile`: the configuration file. `priceList`: where prices are
   * read from. `history`: whether conversations are kept, told only where that is switched off.
   */
  readonly place: 'dataRoot' | 'configFile' | 'priceList' | 'history';
  /**
   * A path or address without anything secret, or `off`. Absent for the price list: by default it is the public one, and
   * what a variable names may be none.
   */
  readonly value?: string;
  readonly source: 'environment' | 'default';
  /** The variable that decides, as it is spelt, where the source is the environment. */
  readonly variable?: string;
}

/** Says where each place comes from. Touches nothing. */
export function describePlaces(
  environment: Environment,
  { dataRoot, configFile }: Pick<Locations, 'dataRoot' | 'configFile'>,
): readonly DescribedPlace[] {
  const folder = readOwnVariable(environment, 'DIR');
  return [
    { place: 'dataRoot', value: dataRoot, ...from(folder) },
    // By default it is below the data root: who moves that moves it.
    { place: 'configFile', value: configFile, ...from(readOwnVariable(environment, 'CONFIG') ?? folder) },
    priceList(environment),
    ...history(environment),
  ];
}

function from(set: { readonly variable: string } | undefined): Pick<DescribedPlace, 'source' | 'variable'> {
  return set === undefined ? { source: 'default' } : { source: 'environment', variable: set.variable };
}

function priceList(environment: Environment): DescribedPlace {
  const set = readOwnVariable(environment, 'PRICES_URL');
  const address = set && shownAddress(set.value, environment);
  return { place: 'priceList', ...(address === undefined ? {} : { value: address }), ...from(set) };
}

/** User, password, query and fragment are where secrets are. */
function shownAddress(text: string, environment: Environment): string | undefined {
  const url = URL.parse(text);
  if (url?.protocol === 'http:' || url?.protocol === 'https:')
    return shown(`${url.protocol}//${url.host}${url.pathname}`);
  if (url?.protocol === 'file:') return shown(`file://${url.host}${url.pathname}`);
  return text.startsWith('~') || absolutePath(text, environment) === undefined ? undefined : shown(text);
}

function history(environment: Environment): readonly DescribedPlace[] {
  const set = readOwnVariable(environment, 'HISTORY');
  return set?.value === 'off' ? [{ place: 'history', value: 'off', ...from(set) }] : [];
}
