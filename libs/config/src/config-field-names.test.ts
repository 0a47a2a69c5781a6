import { describe, expect, it } from '@jest/globals';

import { configFieldNames } from './config-field-names.js';

describe('configFieldNames', () => {
  it('names every field once', () => {
    const names = configFieldNames();
    expect(names).toEqual(
      expect.arrayContaining(['defaultBackend', 'backends.agy.trustedWorkspaces', 'governance.models.deny']),
    );
    expect(new Set(names).size).toBe(names.length);
    expect(names).not.toContain('schemaVersion');
  });
});
