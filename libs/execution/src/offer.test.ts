import type { Backend } from '@coagent8/backends';
import type { ModelCatalog } from '@coagent8/models';
import { describe, expect, it } from '@jest/globals';

import { offersOf } from './offer.js';
import type { Offer } from './offer.js';

function offer(id: Backend['id'], catalog?: ModelCatalog): Offer {
  const backend = { id } as Backend;
  const located = { backend, executable: { path: `/usr/bin/${id}`, source: 'path' } } as const;
  return { ...located, warnings: [], ...(catalog === undefined ? {} : { catalog }) };
}

const rows: ModelCatalog['models'] = [
  {
    id: 'vendor/swift-4.2',
    aliases: ['swift'],
    variants: [{ name: 'swift-4.2-high', reasoningEffort: 'high' }],
    efforts: [],
    isEffortRequired: false,
    isDefault: false,
  },
];
const codex = offer('codex', { models: rows, isComplete: true });
const claude = offer('claude', { models: [], isComplete: false });
const agy = offer('agy', { models: [], isComplete: true });
const all = [claude, agy, codex];

describe('offersOf', () => {
  it('keeps all where no model is named', () => {
    expect(offersOf(undefined, all)).toEqual(all);
  });

  it.each(['Swift', 'swift-4-2', 'VENDOR/swift-4.2', 'swift-4.2-high'])(
    'keeps those that list %s',
    (name) => {
      expect(offersOf(name, all)).toEqual([codex]);
    },
  );

  it('keeps those that may run what they do not list, where nobody lists it', () => {
    expect(offersOf('swift-4', all)).toEqual([claude]);
    expect(offersOf('swift-4', [agy, offer('codex')])).toEqual([offer('codex')]);
  });

  it('keeps all where none can have it, so that each can say so', () => {
    expect(offersOf('swift-4', [agy, codex])).toEqual([agy, codex]);
  });
});
