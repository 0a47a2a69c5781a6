import { appendFile } from 'node:fs/promises';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { claude, codex } from './hosts/agents.js';
import { inspector, mcporter } from './hosts/clients.js';
import type { ConnectedHost, Host, SeenResult } from './hosts/host.js';
import { createHostStage } from './hosts/host-stage.js';
import type { HostStage, Remaining } from './hosts/host-stage.js';
import { INSTALLABLE } from './hosts/installable.js';
import { habitsOf } from './hosts/wire-record.js';
import type { HostHabits } from './hosts/wire-record.js';

/** `npm run e2e:hosts` names one host and where it is installed, and asks for what was seen. */
const {
  COAGENT8_E2E_HOST: name,
  COAGENT8_E2E_HOST_PACKAGES: packages = '',
  COAGENT8_E2E_HOST_SEEN: seenFile,
} = process.env;

function chooseHosts(): readonly Host[] {
  if (name === undefined) return [inspector, mcporter, claude, codex];
  return Object.entries(INSTALLABLE)
    .filter(([each]) => each === name)
    .map(([, hostIn]) => hostIn(packages));
}

describe.each(chooseHosts())('$name', (host) => {
  let stage: HostStage;
  let connected: ConnectedHost;
  let seen: SeenResult;
  let habits: HostHabits;
  let remaining: readonly Remaining[];
  beforeAll(async () => {
    stage = await createHostStage(host.asks);
    connected = await host.connect(stage);
  });
  afterAll(async () => {
    await connected.close();
    await stage.remove();
    if (seenFile !== undefined) await appendFile(seenFile, JSON.stringify({ ...seen, ...habits, remaining }));
  });

  it('shows the answer and who gave it', async () => {
    seen = await connected.consult({ proposal: 'SCENARIO=answer', backend: host.asks });
    habits = habitsOf(await stage.takeWire());
    expect(seen.tool).toBe(host.toolName);
    expect(seen.shown).toContain('Hello from the model.');
    expect(seen.shown).toMatch(
      new RegExp(`> ${host.asks} \\(.*\\) · [0-9.]+ s · 0 operations · read-only, verified`),
    );
  });

  it('speaks with the server as is known of it', () => {
    expect(habits).toEqual(host.habits(stage.workspace.path));
  });

  it('shows what went wrong and what to do', async () => {
    const { shown } = await connected.consult({ proposal: 'SCENARIO=e401', backend: host.asks });
    expect(shown).toMatch(/> AUTH_REQUIRED: .*; (?:sign in with|correct) /);
  });

  it('lists the server, where it lists any', async () => {
    const listed = await connected.list?.();
    expect(listed ?? host.toolName).toMatch(/coagent8|consult/);
  });

  it('leaves nothing running but what it means to', async () => {
    remaining = await stage.findRemaining();
    expect(remaining.filter(({ command }) => host.leaves?.test(command) !== true)).toEqual([]);
  });
});
