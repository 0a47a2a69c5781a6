import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import type { Environment } from '@coagent8/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { isJsonRecord } from './fields.js';
import { locationsOf } from './locations-of.js';
import { recordDefaultModel, rememberAllowed, setConfigValue, setModelRule } from './write-config.js';

let home = '';
let file = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'coagent8-dropped-'));
  file = join(home, '.coagent8', 'config.json');
  mkdirSync(dirname(file));
});
afterEach(() => {
  rmSync(home, { recursive: true });
});

const place = () => {
  const environment: Environment = {
    variables: {},
    platform: process.platform,
    homeDirectory: home,
    workingDirectory: home,
  };
  return { locations: locationsOf(environment), environment };
};

type Draft = Record<string, unknown>;
/** The record in `draft` at `names`, made where it is missing. */
const inside = (draft: Draft, ...names: string[]): Draft =>
  names.reduce<Draft>((outer, name) => {
    const inner = (outer[name] ??= {});
    return inner as Draft;
  }, draft);
const rulesOf = (draft: Draft) => inside(draft, 'governance', 'models');
const listIn = (rules: Draft, rule: string) => (rules[rule] ?? []) as string[];

/** Writes, and what each of them does to what is known. None of their values is in a file of these tests before. */
const CHANGES: readonly (readonly [string, () => Promise<unknown>, (draft: Draft) => void])[] = [
  [
    'a remembered model',
    () => rememberAllowed(place(), 'new-1'),
    (draft) => {
      rulesOf(draft)['allow'] = [...listIn(rulesOf(draft), 'allow'), 'new-1'];
    },
  ],
  [
    'a rule',
    () => setModelRule(place(), { model: 'new-2', rule: 'deny', isSame: (one, other) => one === other }),
    (draft) => {
      rulesOf(draft)['deny'] = [...listIn(rulesOf(draft), 'deny'), 'new-2'];
    },
  ],
  [
    'a value',
    () => setConfigValue(place(), { path: 'routing.allowedBackends', value: ['claude', 'claude'] }),
    (draft) => {
      inside(draft, 'routing')['allowedBackends'] = ['claude', 'claude'];
    },
  ],
  [
    'a recorded default',
    () => recordDefaultModel(place(), { backend: 'agy', model: 'new-3' }),
    (draft) => {
      inside(draft, 'backends', 'agy')['defaultModel'] = 'new-3';
    },
  ],
];

const optional = <T extends object>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(model, { requiredKeys: [], noNullPrototype: true });
const name = fc.stringMatching(/^[a-z0-9][a-zA-Z0-9./_:@[\]-]{0,12}$/);
const names = fc.array(name, { maxLength: 3 });
const price = fc.option(fc.double({ min: 0, max: 1e6, noNaN: true }).map((each) => each + 0));
const backend = {
  executable: fc.constantFrom('vscode-extension', '~/bin/x', '/opt/../opt/x'),
  env: fc.constantFrom([], ['MY_KEY', '_x']),
  skills: optional({ installed: names, disabled: names }),
};
/** What a configuration may hold, as a user spells it. */
const known = optional({
  schemaVersion: fc.constant(1),
  defaultBackend: fc.constantFrom('codex', 'agy'),
  routing: optional({ strategy: fc.constantFrom('fixed', 'smart_quota') }),
  backends: optional({
    codex: optional({ ...backend, defaultModel: fc.string({ minLength: 1 }) }),
    agy: optional({ ...backend, trustedWorkspaces: fc.constantFrom([], ['~/x', '/y/../z']) }),
  }),
  governance: optional({
    outputPriceAbove: price,
    defaultPriceRatio: price,
    models: optional({ allow: names, ask: names, deny: names }),
  }),
});

/** A property that no configuration has: in which record, before which of its properties. */
interface Extra {
  readonly record: number;
  readonly before: number;
  readonly name: string;
  /** JSON text. */
  readonly value: string;
}
const SCALARS = ['1', 'null', '"x"'];
const extra: fc.Arbitrary<Extra> = fc.record({
  record: fc.nat(8),
  before: fc.nat(4),
  name: fc.oneof(
    fc.constantFrom('__proto__', 'constructor', 'toString', 'later', 'a.b', '', 'Models', 'envs'),
    fc.string({ unit: 'grapheme' }).map((each) => `~${each}`),
  ),
  value: fc.oneof(
    fc.json(),
    fc.constantFrom(
      ...SCALARS,
      '{"__proto__":{"routing":{"strategy":"none"}}}',
      '[[{"governance":{"models":{"deny":["y"]}},"x":[{"__proto__":[1]}]}]]',
      '{"defaultModel":"y","env":["B=C"],"models":{"alow":[]}}',
    ),
  ),
});

/** The text of `value` with the extras in it. Among the user's rules only what is no record and no list may be unknown. */
function render(
  value: unknown,
  extras: readonly Extra[],
  path: readonly string[] = [],
  seen = { records: 0 },
): string {
  if (!isJsonRecord(value)) return JSON.stringify(value);
  const record = seen.records++;
  const members = Object.entries(value).map(
    ([key, inner]) => `${JSON.stringify(key)}:${render(inner, extras, [...path, key], seen)}`,
  );
  const added = new Set<string>();
  for (const each of extras) {
    const isAllowed = path[0] !== 'governance' || (path.length === 1 && SCALARS.includes(each.value));
    if (each.record !== record || !isAllowed || added.has(each.name)) continue;
    added.add(each.name);
    members.splice(each.before, 0, `${JSON.stringify(each.name)} : ${each.value}`);
  }
  return `{${members.join(',\n')}}`;
}

describe.each(CHANGES)('%s', (_, write, change) => {
  it('leaves in the file exactly what is known of it, with the change', async () => {
    let dropped = 0;
    await fc.assert(
      fc.asyncProperty(known, fc.array(extra, { maxLength: 8 }), async (config, extras) => {
        const text = render(config, extras);
        writeFileSync(file, text);
        dropped += text.includes(' : ') ? 1 : 0;
        await write();
        const expected: Draft = JSON.parse(JSON.stringify(config));
        change(expected);
        // Compared as texts: the order of what was there counts, too.
        expect(readFileSync(file, 'utf8')).toBe(`${JSON.stringify(expected, undefined, 2)}\n`);
      }),
      { numRuns: 60 },
    );
    expect(dropped).toBeGreaterThan(20);
  });

  it('leaves every byte where the file is not valid, whatever else it holds', async () => {
    const fault = fc.constantFrom(
      ['"governance":{"models":{"alow":[]}}', 'governance.models.alow'],
      ['"govrnance":{"models":{}}', 'govrnance'],
      ['"routing":[{"strategy":"fixed"}]', 'routing'],
      ['"governance":{"models":{"deny":["x",{"y":1}]}}', 'governance.models.deny[1]'],
      ['"backends":{"agy":{"env":[{"__proto__":1}]}}', 'backends.agy.env[0]'],
      ['"schemaVersion":2', 'schemaVersion'],
    );
    await fc.assert(
      fc.asyncProperty(fault, fc.array(extra, { maxLength: 4 }), async ([member = '', field], extras) => {
        const text = `{${member},\n${render({ defaultBackend: 'agy' }, extras).slice(1)}`;
        writeFileSync(file, text);
        await expect(write()).rejects.toMatchObject({ code: 'POLICY_DENIED', details: { field, line: 1 } });
        expect(readFileSync(file, 'utf8')).toBe(text);
      }),
      { numRuns: 30 },
    );
  });
});
