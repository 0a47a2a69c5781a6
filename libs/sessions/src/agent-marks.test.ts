import { existsSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { NOW } from '../test/made-up-records.js';
import { createTemporaryRoot } from '../test/temporary-places.js';
import { AGENT_END_MAX_MS, createAgentMarks } from './agent-marks.js';
import type { AgentMarks } from './agent-marks.js';
import { SESSION_KEPT_MS } from './retention.js';

const TOKEN = 'a'.repeat(32);

let temporary: ReturnType<typeof createTemporaryRoot>;
let clockMs: number;
/** What happens at each look, and takes the time of one. */
let atLook: () => void;
let looks: number;
let marks: AgentMarks;

beforeEach(() => {
  temporary = createTemporaryRoot();
  [clockMs, looks, atLook] = [500, 0, () => undefined];
  marks = createAgentMarks({
    locksDirectory: temporary.root,
    monotonicMs: () => clockMs,
    wait: async (ms) => {
      looks++;
      clockMs += ms;
      atLook();
    },
  });
});
afterEach(() => temporary.remove());

describe('the mark of an agent', () => {
  it('is there from its placing to its removal, and may be missing at both', async () => {
    expect(marks.isPlaced(TOKEN)).toBe(false);
    expect(await marks.place(TOKEN)).toBe(join(temporary.root, 'agents', TOKEN));
    await marks.place(TOKEN);
    expect(marks.isPlaced(TOKEN)).toBe(true);
    await marks.remove(TOKEN);
    await marks.remove(TOKEN);
    expect(marks.isPlaced(TOKEN)).toBe(false);
  });

  it('is waited for while it is there, and not where there is none', async () => {
    await marks.untilGone(TOKEN);
    expect(looks).toBe(0);
    const path = await marks.place(TOKEN);
    atLook = () => {
      if (looks === 3) rmSync(path);
    };
    await marks.untilGone(TOKEN);
    expect(looks).toBe(3);
  });

  it('that nobody removes is waited for as long as an agent can live, and goes then', async () => {
    const path = await marks.place(TOKEN);
    atLook = () => expect(existsSync(path)).toBe(true);
    await marks.untilGone(TOKEN);
    expect(clockMs - 500).toBeGreaterThanOrEqual(AGENT_END_MAX_MS);
    expect(marks.isPlaced(TOKEN)).toBe(false);
  });

  it('is swept after seven days, and not before', async () => {
    const path = await marks.place(TOKEN);
    utimesSync(path, NOW / 1000, NOW / 1000);
    await marks.sweep(NOW + SESSION_KEPT_MS);
    expect(marks.isPlaced(TOKEN)).toBe(true);
    await marks.sweep(NOW + SESSION_KEPT_MS + 1);
    expect(marks.isPlaced(TOKEN)).toBe(false);
  });
});
