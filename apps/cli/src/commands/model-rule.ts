import { locationsOf, MODEL_RULES, setModelRule } from '@coagent8/config';
import type { ModelRule, ModelRuleChange, RuleEntry } from '@coagent8/config';

import { checkRuleEntry, fitsModelOf, sameEntry } from '../rule-entry.js';
import type { World } from '../world.js';
import { tellChange } from './tell.js';

/** What the user wants of a model; without a rule it is to stand on no list. */
export interface WantedRule {
  readonly model: string;
  readonly rule?: ModelRule;
}

/** `coagent8 models allow|ask|deny|clear`: puts a model on one of the user's lists and takes it off the others. */
export function applyModelRule(world: World, wanted: WantedRule): Promise<number> {
  return tellChange(world, async () => {
    checkRuleEntry(wanted.model);
    const { environment } = world;
    const locations = locationsOf(environment);
    const change = await setModelRule({ locations, environment }, { ...wanted, isSame: sameEntry });
    const { secureText } = await import('@coagent8/security');
    return secureText(`${changeLines(wanted, change, locations.configFile).join('\n')}\n`);
  });
}

function changeLines(
  { model, rule }: WantedRule,
  { removed, entries }: ModelRuleChange,
  file: string,
): readonly string[] {
  const list = rule === undefined ? 'on no list' : `on governance.models.${rule}`;
  const taken = removed.length === 0 ? '' : `; taken off: ${shown(removed)}`;
  const stronger = entries.filter((entry) => isStronger(entry, rule) && fitsModelOf(entry, model));
  return [
    `${model} is ${list} in ${file}${taken}`,
    ...(stronger.length === 0
      ? []
      : [
          `${rule === undefined ? 'still on a list, and may fit' : 'decides first, where it fits'}: ${shown(stronger)}`,
        ]),
  ];
}

/** Whether an entry decides before one under `rule`; before none at all, each does. */
function isStronger({ rule: list }: RuleEntry, rule: ModelRule | undefined): boolean {
  return rule === undefined || MODEL_RULES.indexOf(list) < MODEL_RULES.indexOf(rule);
}

function shown(entries: readonly RuleEntry[]): string {
  return entries.map(({ entry, rule }) => `${entry.replace(/\p{C}+/gu, ' ')} (${rule})`).join(', ');
}
