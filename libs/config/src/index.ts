/**
 * The configuration in effect: the file, with the editor's settings over it, and where both are found. Owns the schema
 * of `config.json`, its defaults and the words for what is wrong with it. It may not choose a backend or a model, look
 * for an executable, or read `process`: the environment comes in as data.
 *
 * @packageDocumentation
 */
export { DEFAULT_PRICE_RATIO_DEFAULT, OUTPUT_PRICE_ABOVE_DEFAULT_USD } from './effective-config.js';
export type { BackendConfiguration, Configuration } from './effective-config.js';
export { loadConfig } from './load-config.js';
export type { Locations } from './locations.js';
export { locationsOf } from './locations-of.js';
export { CONFIG_MAX_BYTES } from './schema.js';
