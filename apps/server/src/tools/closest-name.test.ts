import { describe, expect, it } from '@jest/globals';

import { closestName } from './closest-name.js';

const KNOWN = ['proposal', 'context_files', 'workspace_path', 'timeout_ms', 'model'];

describe('closestName', () => {
  it.each([
    ['propsal', 'proposal'],
    ['Proposal', 'proposal'],
    ['contextFiles', 'context_files'],
    ['context-file', 'context_files'],
    ['timeout', 'timeout_ms'],
    ['workspace', 'workspace_path'],
    ['files', 'context_files'],
    ['models', 'model'],
    ['model_name', 'model'],
    ['moden', 'model'],
    ['effort', undefined],
    ['max', undefined],
    ['', undefined],
    ['--', undefined],
  ])('takes %j for %j', (name, meant) => {
    expect(closestName(name, KNOWN)).toBe(meant);
  });
});
