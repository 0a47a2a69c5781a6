import { AGENT_IDS } from '@coagent8/testing';
import type { AgentId, McpServer } from '@coagent8/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { createFullWorld } from './all-agents.js';
import type { FullWorld } from './all-agents.js';
import { ATTACKS, expectFrame } from './frame.js';
import { asking, call } from './installed-server.js';

interface CredentialSample {
  readonly name: string;
  readonly text: string;
  readonly secret: string;
}

const samples = new URL('../../../libs/security/test/fixtures/credential-samples.ts', import.meta.url);

/** What a terminal, or a reader's eye, could be misled by. */
const CONTROLS = [
  ...[
    '\u001b[2J',
    '\u001b[31m',
    '\u001b]0;title\u0007',
    '\u001b]8;;https://example.invalid\u001b\\',
    '\u001bPq\u001b\\',
  ],
  ...[
    '\u001b]52;c;ZXZpbA==\u0007',
    '\u009b31m',
    '\u009d0;title\u009c',
    '\u0085',
    '\u0000',
    '\u0008',
    '\u007f',
    '\r',
  ],
  ...['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069'],
];
/** Codex 0.171 drops a message that holds one. */
const LONE_SURROGATES: Readonly<Record<AgentId, string>> = { codex: '', claude: '\ud800', agy: '\udfff' };
// eslint-disable-next-line no-control-regex -- they are what is looked for
const DANGEROUS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ud800-\udfff]/u;
/** Invisible, and part of ordinary words in many languages and of emoji. */
const JOINERS = 'a\u200bb\u200cc\u200dd\u2060e\ufefff \u200eg\u200fh\u061ci 👩‍💻';

const FOOTERS: Readonly<Record<AgentId, string>> = { codex: 'codex (', claude: 'claude (', agy: 'agy (' };

/** One of each kind. What is done to them is the same for all agents. */
const HEARD = ['a fake footer', 'a fake error', 'an open fence', 'a tag without an end'].map(
  (name) => ATTACKS[name] ?? name,
);

let world: FullWorld;
let server: McpServer;
beforeAll(async () => {
  world = await createFullWorld();
  server = await world.serve();
});
afterAll(() => world.remove());

describe.each(AGENT_IDS)('an answer of %s', (backend) => {
  const hear = (words: string) => call(server, asking('say', words, { backend }));

  it('cannot hide or imitate the frame around it', async () => {
    const results = await Promise.all(HEARD.map((words) => hear(words)));
    for (const [index, { text, isError }] of results.entries()) {
      expect(isError).toBe(false);
      expect(expectFrame(text, FOOTERS[backend])).toContain(HEARD[index]);
    }
  });

  it('says nothing to a terminal', async () => {
    const controls = [...CONTROLS, LONE_SURROGATES[backend]];
    const { text } = await hear(
      `It begins.${controls.map((control) => `\n${control}word`).join('')}\nIt ends.`,
    );
    expect(text).not.toMatch(DANGEROUS);
    expect(expectFrame(text, FOOTERS[backend])).toMatch(/^It begins\.\n[^]*word\nIt ends\.$/);
  });

  it('keeps what belongs to words', async () => {
    expect(expectFrame((await hear(JOINERS)).text, FOOTERS[backend])).toBe(JOINERS);
  });

  it('gives no credential of a known format away', async () => {
    const { CREDENTIAL_SAMPLES }: { CREDENTIAL_SAMPLES: readonly CredentialSample[] } = await import(
      samples.href
    );
    expect(CREDENTIAL_SAMPLES.length).toBeGreaterThan(30);
    const { text } = await hear(CREDENTIAL_SAMPLES.map(({ text: sample }) => `${sample}\n`).join('\n'));
    const seen = CREDENTIAL_SAMPLES.filter(({ secret }) => text.includes(secret));
    expect(seen.map(({ name }) => name)).toEqual([]);
    expect(text.match(/\[redacted: /g)?.length).toBeGreaterThanOrEqual(CREDENTIAL_SAMPLES.length);
  });

  it('of ten megabytes is cut, and says so', async () => {
    const { text, isError } = await call(server, asking('long', '10000000', { backend }));
    expect(isError).toBe(false);
    expect(text.length).toBeLessThanOrEqual(40_000);
    expect(expectFrame(text, FOOTERS[backend])).toMatch(/^(?:0123456789abcdef){2000}/);
    expect(text).toMatch(/\n> answer truncated/);
  });
});
