import { BACKEND_IDS } from '@coagent8/contracts';
import type { BackendChoice, BackendId, ConsultRequest } from '@coagent8/contracts';

/** What the route is chosen from. */
export interface RouteFacts {
  readonly requested: BackendChoice;
  readonly configuredDefault: BackendId | undefined;
  /** Backends that were found, are allowed, and can do what is asked; at least one. */
  readonly installed: readonly BackendId[];
  /** Name of the calling client. */
  readonly caller: string | undefined;
  /** What these can do and others that were found cannot: `lists the named model`. */
  readonly capability?: string | undefined;
}

/** The backend of a turn; `reason` is given where the choice was ours. */
export interface Route {
  readonly backend: BackendId;
  readonly reason?: string;
}

/** Names by which the agents' own MCP clients introduce themselves (Codex 0.171, Claude Code 2.1, agy 1.3). */
const CALLERS: readonly (readonly [RegExp, BackendId])[] = [
  [/codex/i, 'codex'],
  [/claude/i, 'claude'],
  [/antigravity|\bagy\b/i, 'agy'],
];

/** Whether the caller named the backend. */
export function isNamed(choice: BackendChoice): choice is BackendId {
  return choice !== 'auto' && choice !== 'smart_quota';
}

/**
 * Chooses the backend of a turn. A named backend wins. Else the configured default where it is installed, else the
 * only one installed, else the first in the fixed order with the caller's own last, since an opinion from another
 * vendor is worth more. Pure.
 */
export function chooseRoute({
  requested,
  configuredDefault,
  installed,
  caller,
  capability,
}: RouteFacts): Route {
  if (isNamed(requested)) return { backend: requested };
  if (configuredDefault !== undefined && installed.includes(configuredDefault)) {
    return { backend: configuredDefault, reason: `${configuredDefault} is the configured default` };
  }
  const own = CALLERS.find(([name]) => caller !== undefined && name.test(caller))?.[1];
  const order = [...BACKEND_IDS].sort((a, b) => Number(a === own) - Number(b === own));
  const [first, ...others] = order.filter((id) => installed.includes(id));
  if (first === undefined) throw new Error('a route needs a backend that was found');
  return {
    backend: first,
    reason:
      others.length === 0
        ? `${first} is the only agent that ${capability ?? 'can answer here'}`
        : `${first} comes first of ${[first, ...others].join(', ')}${capability === undefined ? '' : `: each ${capability}`}`,
  };
}

/** Whether the choice of a backend depends on what each offers: a model or a price limit is named, and no backend. */
export function isNarrowed({
  backend,
  model,
  outputPriceBelow,
}: Pick<ConsultRequest, 'backend' | 'model' | 'outputPriceBelow'>): boolean {
  return !isNamed(backend) && (model !== undefined || outputPriceBelow !== undefined);
}
