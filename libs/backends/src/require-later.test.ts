import { describe, expect, it } from '@jest/globals';

import { requireLater } from './require-later.js';

describe('requireLater', () => {
  it('tells which model it is, and passes on what is thrown at once', () => {
    const told: unknown[] = [];
    requireLater((reported) => void told.push(reported), { model: 'swift', askedModel: 'fast' });
    expect(told).toEqual([{ model: 'swift', askedModel: 'fast' }]);
    const refusal = new Error('denied');
    const refuse = () => {
      throw refusal;
    };
    expect(() => requireLater(refuse, { model: 'swift' })).toThrow(refusal);
  });

  it('leaves a rejection to who gave the promise', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', note);
    requireLater(() => Promise.reject(new Error('denied')), { model: 'swift' });
    await new Promise(setImmediate);
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });
});
