import type { DescribedPlace } from '@coagent8/config';
import { PUBLIC_PRICE_LIST } from '@coagent8/models';

import { configRows } from './config-rows.js';
import type { Style } from './style.js';

const NAMES: Readonly<Record<DescribedPlace['place'], string>> = {
  dataRoot: 'data root',
  configFile: 'configuration file',
  priceList: 'price list',
  history: 'history',
};

/** `place` with the address of the public list, where that is what is read. */
export function withPublicList(place: DescribedPlace): DescribedPlace {
  const isPublic = place.place === 'priceList' && place.source === 'default';
  return isPublic ? { ...place, value: PUBLIC_PRICE_LIST } : place;
}

/** Places as aligned rows, as `configRows` makes them of fields. */
export function placeRows(places: readonly DescribedPlace[], style: Style): readonly string[] {
  const rows = places.map(withPublicList).map(({ place, value, source, variable }) => ({
    path: NAMES[place],
    value: value ?? 'neither an address nor an absolute path',
    source,
    ...(variable === undefined ? {} : { variable }),
  }));
  return configRows(rows, style);
}
