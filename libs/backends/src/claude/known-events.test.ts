import { describe, expect, it } from '@jest/globals';

import { parseEvent } from './known-events.js';
import { UNREAD_EVENTS } from './unread-events.js';

describe('parseEvent', () => {
  it('leaves events that we do not read', () => {
    expect(parseEvent('system/novel', {})).toBeUndefined();
    expect(parseEvent('toString', {})).toBeUndefined();
  });

  it('refuses one that we read and that is malformed, without repeating it', () => {
    expect(() => parseEvent('system/permission_denied', { tool_use_id: 7 })).toThrow(
      'Claude Code printed a malformed system/permission_denied (tool_use_id)',
    );
    expect(() => parseEvent('result', { subtype: 'success' })).toThrow('a malformed result (is_error)');
  });

  it('keeps the block of a message as it is, whatever it holds', () => {
    const block = { type: 'novel', anything: [1] };
    const known = parseEvent('assistant', { message: { id: 'm', content: [block] } });
    expect(known).toMatchObject({ event: { message: { content: [block] } } });
  });

  it('reads none of those that are known and not read', () => {
    expect(UNREAD_EVENTS.size).toBeGreaterThan(60);
    for (const name of UNREAD_EVENTS) expect(parseEvent(name, {})).toBeUndefined();
  });
});
