import { describe, expect, it } from '@jest/globals';

import { findEmptyNames, findRedacted, findRegistries, findUndescribed } from './tree-rules.mjs';

describe('names', () => {
  it('may not be empty words, for a folder or a file', () => {
    const files = [
      'libs/a/src/utils/x.ts',
      'libs/a/src/helpers.test.ts',
      'libs/a/src/common-word.ts',
      'docs/core/x.md',
    ];
    expect(findEmptyNames(files)).toEqual(['libs/a/src/helpers.test.ts', 'libs/a/src/utils']);
  });
});

describe('libraries', () => {
  it('must have a README', () => {
    expect(findUndescribed(['libs/a/README.md', 'libs/a/x.ts', 'libs/b/x.ts', 'apps/c/x.ts'])).toEqual([
      'libs/b/README.md',
    ]);
  });
});

describe('files', () => {
  it('may not name a registry', () => {
    const texts = new Map([
      ['a', 'registry=https://mirror.example/npm/'],
      ['b', 'nothing'],
    ]);
    const found = findRegistries([...texts.keys()], (file) => texts.get(file) ?? '', ['mirror.example']);
    expect(found).toEqual(['a names mirror.example']);
  });

  it('may not look like holding a credential, but for tests', async () => {
    const files = ['src/a.ts', 'src/b.ts', 'src/a.test.ts', 'test/a.ts', 'a.png'];
    const redact = async (/** @type {string} */ text) => text.replace('secret', '…');
    const found = await findRedacted(files, (file) => (file === 'src/b.ts' ? 'fine' : 'secret'), redact);
    expect(found).toEqual(['src/a.ts would be changed']);
  });
});
