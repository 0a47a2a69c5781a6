import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { AGENTS } from './agents.mjs';

const TRANSCRIPTS = fileURLToPath(new URL('../../libs/backends/test/transcripts/', import.meta.url));

/**
 * Runs cases, writes their transcripts and prints a table of them.
 *
 * @param {readonly string[]} wanted - An agent and names of its cases. No cases means all of them, and drops transcripts
 *   of cases that are no more; no agent means all agents.
 */
export async function writeTranscripts([id, ...names]) {
  const ids = id === undefined ? Object.keys(AGENTS) : [id];
  for (const each of ids) console.table(await recordAgent(each, names));
}

async function recordAgent(id, names) {
  if (!Object.hasOwn(AGENTS, id))
    throw new Error(`no such agent: ${id}; there are ${Object.keys(AGENTS).join(', ')}`);
  const { version, cases } = AGENTS[id];
  const unknown = names.filter((name) => !cases.some((entry) => entry.name === name));
  if (unknown.length > 0) throw new Error(`no such case: ${unknown.join(', ')}`);
  const folder = join(TRANSCRIPTS, id, version());
  await mkdir(folder, { recursive: true });
  const rows = {};
  for (const entry of cases.filter(({ name }) => names.length === 0 || names.includes(name)))
    rows[entry.name] = await recordCase(AGENTS[id], entry, folder);
  if (names.length === 0) await dropOthers(folder, cases);
  return rows;
}

async function recordCase({ runCase, trim, endingOf }, entry, folder) {
  const { messages, paths } = await runCase(entry);
  const trimmed = trim(messages, paths);
  const text = trimmed.map((message) => `${JSON.stringify(message)}\n`).join('');
  const file = join(folder, `${entry.name}.jsonl`);
  const before = await readFile(file, 'utf8').catch(() => '');
  await writeFile(file, text);
  const change = before === text ? 'same' : before === '' ? 'new' : 'CHANGED';
  return { lines: trimmed.length, ending: endingOf(trimmed), change };
}

async function dropOthers(folder, cases) {
  for (const file of await readdir(folder))
    if (!cases.some(({ name }) => file === `${name}.jsonl`)) await rm(join(folder, file));
}
