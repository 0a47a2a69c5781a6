import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { FEATURES_OFF } from '../../libs/backends/dist/codex/profile.js';
import { CASES } from './cases.mjs';
import { runCase } from './run-case.mjs';
import { trim } from './trim.mjs';

const TRANSCRIPTS = fileURLToPath(new URL('../../libs/backends/test/transcripts/codex/', import.meta.url));

/**
 * Runs cases, writes their transcripts and prints a table of them.
 *
 * @param {readonly string[]} wanted - Names of cases; none means all, and drops transcripts of cases that are no more.
 */
export async function writeTranscripts(wanted) {
  const unknown = wanted.filter((name) => !CASES.some((entry) => entry.name === name));
  if (unknown.length > 0) throw new Error(`no such case: ${unknown.join(', ')}`);
  const all = wanted.length === 0;
  const transcripts = [];
  for (const entry of CASES.filter(({ name }) => all || wanted.includes(name))) {
    transcripts.push({ name: entry.name, ...(await record(entry)) });
  }
  const rows = await write(transcripts, all);
  console.table(Object.fromEntries(rows));
}

async function record(entry) {
  const { messages, places } = await runCase(entry);
  const trimmed = trim(messages, places, FEATURES_OFF);
  const text = trimmed.map((message) => `${JSON.stringify(message)}\n`).join('');
  return { text, ending: endingOf(trimmed), version: versionOf(messages) };
}

/** Writes the files; gives a row of the table for each. */
async function write(transcripts, all) {
  const folder = join(TRANSCRIPTS, transcripts[0].version);
  const before = new Map();
  for (const { name } of transcripts)
    before.set(name, await readFile(pathOf(folder, name), 'utf8').catch(() => ''));
  if (all) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const { name, text } of transcripts) await writeFile(pathOf(folder, name), text);
  return transcripts.map(({ name, text, ending }) => {
    const change = before.get(name) === text ? 'same' : before.get(name) === '' ? 'new' : 'CHANGED';
    return [name, { lines: text.split('\n').length - 1, ending, change }];
  });
}

function pathOf(folder, name) {
  return join(folder, `${name}.jsonl`);
}

function versionOf(messages) {
  return messages.find(({ id }) => id === 1).result.userAgent.split(/[/ ]/)[1];
}

/** How the case ended, in a few words. */
function endingOf(messages) {
  const turn = messages.find(({ method }) => method === 'turn/completed')?.params.turn;
  if (!turn) return messages.find(({ error }) => error)?.error.message ?? '';
  return turn.error ? `${turn.status}: ${JSON.stringify(turn.error.codexErrorInfo)}` : turn.status;
}
