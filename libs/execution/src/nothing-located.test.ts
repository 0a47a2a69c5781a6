import { CoAgentError } from '@coagent8/contracts';
import type { BackendId } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';

import { nothingLocated } from './errors.js';

const sought = (backend: BackendId) =>
  new CoAgentError('CLI_NOT_FOUND', `no ${backend} command was found; tried /a, /b`, {
    details: { backend },
  });
const named = new CoAgentError('CLI_NOT_FOUND', 'CODEX_PATH names /srv/x, which does not exist', {
  details: { backend: 'codex', setting: 'CODEX_PATH' },
});
const denied = new CoAgentError('POLICY_DENIED', 'CLAUDE_CONFIG_DIR is a relative path', {
  details: { variable: 'CLAUDE_CONFIG_DIR' },
});

describe('nothingLocated', () => {
  it.each([
    ['neither codex, agy nor claude', [sought('codex'), sought('agy'), sought('claude')]],
    ['neither agy nor claude', [sought('agy'), sought('claude')]],
    [`${named.message}; neither agy nor claude`, [named, sought('agy'), sought('claude')]],
    [`${named.message}; no agy`, [sought('agy'), named]],
    [`${named.message}; ${denied.message}; no agy`, [named, sought('agy'), denied]],
    ['unexpected failure: a fault; no agy', [sought('agy'), new Error('a fault')]],
  ])('says that there is %s, and no list of places', (all, reasons) => {
    expect(nothingLocated(reasons)).toMatchObject({
      code: 'CLI_NOT_FOUND',
      message: `no agent was found: ${all}`,
      remedy: 'install one and sign in; `coagent8 doctor --health` says where each was looked for',
    });
  });

  it('leaves a single one to speak for itself, places and all', () => {
    expect(nothingLocated([sought('agy')])).toMatchObject({
      message: 'no agy command was found; tried /a, /b',
    });
  });
});
