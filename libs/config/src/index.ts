/**
 * The configuration in effect: the file, the editor's settings over it, the environment over both, and where all of it is
 * found. Owns the schema of `config.json`, its defaults, every change of it and the words for what is wrong with it. It may
 * not choose a backend or a model, look for an executable, or read `process`: the environment comes in as data.
 *
 * @packageDocumentation
 */
export type { ConfigPlace } from './change-config.js';
export { configFieldNames } from './config-field-names.js';
export { describeConfig } from './describe-config.js';
export type {
  ConfigValueSource,
  DescribedConfig,
  DescribedField,
  DescribedOrigin,
} from './describe-config.js';
export { describePlaces } from './describe-places.js';
export type { DescribedPlace } from './describe-places.js';
export { DEFAULT_PRICE_RATIO_DEFAULT, OUTPUT_PRICE_ABOVE_DEFAULT_USD } from './effective-config.js';
export type { BackendConfiguration, Configuration } from './effective-config.js';
export type { IgnoredField } from './ignored-fields.js';
export { loadConfig } from './load-config.js';
export type { ConfigOrigin } from './load-config.js';
export type { Locations } from './locations.js';
export { locationsOf } from './locations-of.js';
export { priceListSource } from './price-list-source.js';
export { CONFIG_MAX_BYTES } from './schema.js';
export {
  MODEL_RULES,
  recordDefaultModel,
  rememberAllowed,
  setConfigValue,
  setModelRule,
} from './write-config.js';
export type { ModelRule, ModelRuleChange, RuleEntry } from './write-config.js';
