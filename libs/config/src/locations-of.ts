import type { Environment } from '@coagent8/contracts';

import { unusableLocation } from './errors.js';
import { readLocations } from './locations.js';
import type { Locations } from './locations.js';

/**
 * Where this product keeps what it knows, from `COAGENT8_DIR` and `COAGENT8_CONFIG`. Touches no disk.
 *
 * @throws CoAgentError `POLICY_DENIED` naming the variable when one of them is a relative path.
 */
export function locationsOf(environment: Environment): Locations {
  const found = readLocations(environment);
  if ('variable' in found) throw unusableLocation(found);
  return found;
}
