import { describeConfig, locationsOf, setConfigValue } from '@coagent8/config';
import type { DescribedConfig, DescribedField } from '@coagent8/config';
import { checkModelName } from '@coagent8/models';

import type { ConfigShowFlags } from '../arguments/config.js';
import { configRows, shownValue } from '../output/config-rows.js';
import { ignoredRows } from '../output/ignored-rows.js';
import { placeRows, withPublicList } from '../output/place-rows.js';
import { styleFor } from '../output/style.js';
import type { World } from '../world.js';
import { tell, tellChange } from './tell.js';

/** `coagent8 config path`: the configuration file, whether it is there or not. */
export function configPath(world: World): Promise<number> {
  return tell(world, () => Promise.resolve(`${placeIn(world).locations.configFile}\n`));
}

/** `coagent8 config show`: what is in effect, and where each value comes from. */
export function configShow(world: World, { json = false }: ConfigShowFlags): Promise<number> {
  const work = async () => {
    const { secureRecord, secureText } = await import('@coagent8/security');
    const described = await secureRecord(await describeConfig(placeIn(world)), secureText);
    return json ? `${JSON.stringify(objectOf(described))}\n` : textOf(described, world);
  };
  return tell(world, work, { json });
}

/** `coagent8 config set`: sets a field of the file. */
export function configSet(world: World, path: string, text: string): Promise<number> {
  return tellChange(world, async () => {
    const value = parseValue(text);
    checkNames(path, value);
    await setConfigValue(placeIn(world), { path, value });
    return secured(await changeOf(world, path, `${path} is now ${shownValue(value)}`));
  });
}

/** `coagent8 config unset`: removes a field from the file. */
export function configUnset(world: World, path: string): Promise<number> {
  return tellChange(world, async () => {
    await setConfigValue(placeIn(world), { path, value: undefined });
    return secured(await changeOf(world, path, `${path} is not set`));
  });
}

async function secured(text: string): Promise<string> {
  const { secureText } = await import('@coagent8/security');
  return secureText(text);
}

function placeIn({ environment }: World) {
  return { environment, locations: locationsOf(environment) };
}

/** JSON where it is JSON, else the text itself: a name needs no quotes. */
function parseValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A name that no model can have would be refused only when a turn needs it. */
function checkNames(path: string, value: unknown): void {
  if (!/\.defaultModel$|^governance\.models\./.test(path)) return;
  const names: readonly unknown[] = Array.isArray(value) ? value : [value];
  for (const name of names) if (typeof name === 'string') checkModelName(name, 'model');
}

/** What changed, where, and what is in effect where that is something else. */
async function changeOf(world: World, path: string, change: string): Promise<string> {
  const { configFile } = placeIn(world).locations;
  const field = await describedField(world, path);
  const isByDefault = field?.source === 'default' && field.value !== undefined;
  const otherwise = isByDefault ? `; by default: ${shownValue(field.value)}` : '';
  return `${change} in ${configFile}${otherwise}\n${winnerOver(field)}`;
}

/** What wins over the file. */
function winnerOver(field: DescribedField | undefined): string {
  if (field?.source === 'editor') return `the editor's settings win here: ${shownValue(field.value)}\n`;
  return field?.source === 'environment' ? `${field.variable} wins here: ${shownValue(field.value)}\n` : '';
}

/** What is wrong with the editor's settings is told by what needs them: the file has been written. */
async function describedField(world: World, path: string): Promise<DescribedField | undefined> {
  const described = await describeConfig(placeIn(world)).catch(() => undefined);
  return described?.fields.find((field) => field.path === path);
}

function objectOf({ fields, places, ...described }: DescribedConfig) {
  const sources = Object.fromEntries(fields.map(({ path, source }) => [path, source]));
  const variables = Object.fromEntries(
    fields.flatMap(({ path, variable }) => (variable === undefined ? [] : [[path, variable]])),
  );
  return { ...described, sources, variables, places: places.map(withPublicList) };
}

function textOf(described: DescribedConfig, { stdout, environment }: World): string {
  const { file, isThere, fields, places } = described;
  const style = styleFor(stdout, environment);
  const groups = [
    [isThere ? file : `${file} (does not exist)`],
    ignoredRows(described, style),
    [...configRows(fields, style), ...editorRows(fields)],
    placeRows(places, style),
  ];
  return `${groups
    .filter((rows) => rows.length > 0)
    .map((rows) => rows.join('\n'))
    .join('\n\n')}\n`;
}

function editorRows(fields: readonly DescribedField[]): readonly string[] {
  const { variable } = fields.find(({ source }) => source === 'editor') ?? {};
  return variable === undefined ? [] : ['', `editor: what ${variable} holds`];
}
