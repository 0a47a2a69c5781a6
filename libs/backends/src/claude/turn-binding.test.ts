import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { parseEvent } from './known-events.js';
import { createTurnBinding } from './turn-binding.js';

type Told = readonly [name: string, event: object];

const lifecycle = (command_uuid: string, state = 'started'): Told => [
  'command_lifecycle',
  { command_uuid, state },
];
const init: Told = [
  'system/init',
  {
    ...{ session_id: 's', cwd: '/w', tools: [], mcp_servers: [], model: 'm', permissionMode: 'dontAsk' },
    ...{ slash_commands: [], claude_code_version: '2.1.332' },
  },
];
const result = (fields: object): Told => ['result', { subtype: 'success', is_error: false, ...fields }];
const ours = [lifecycle('ours', 'queued'), lifecycle('ours'), init, result({ user_message_uuid: 'ours' })];
const theirs = [lifecycle('theirs'), init, result({}), lifecycle('theirs', 'completed')];

/** How many of the events are let pass before one is not. */
function passed(told: readonly Told[]): number {
  const isOurs = createTurnBinding('ours');
  const firstForeign = told.findIndex(([name, event]) => {
    const known = parseEvent(name, event);
    return known !== undefined && !isOurs(known);
  });
  return firstForeign < 0 ? told.length : firstForeign;
}

describe('createTurnBinding', () => {
  it('lets our turn pass, and what is of no turn', () => {
    expect(passed(ours)).toBe(4);
    expect(passed([['system/status', {}], ...ours, lifecycle('ours', 'completed')])).toBe(6);
    expect(
      passed([...ours.slice(0, 3), result({ user_message_uuid: 'ours', user_message_uuids: ['ours'] })]),
    ).toBe(4);
  });

  it.each<[string, number, readonly Told[]]>([
    ['before ours', 0, [...theirs, ...ours]],
    ['between our message and our turn', 1, [ours[0] ?? init, ...theirs, ...ours.slice(1)]],
    ['after ours', 4, [...ours, ...theirs]],
    ['that is not announced', 0, [init, ...ours]],
    ['that is not announced, after ours', 3, [...ours.slice(0, 3), init]],
  ])('stops at a turn of its own %s', (_, count, told) => {
    expect(passed(told)).toBe(count);
  });

  it.each([
    {},
    { user_message_uuid: null },
    { user_message_uuid: 'theirs' },
    { user_message_uuid: 'ours', user_message_uuids: ['ours', 'theirs'] },
  ])('stops at the result %j', (fields) => {
    expect(passed([...ours.slice(0, 3), result(fields)])).toBe(3);
  });

  it('never lets the events of both turns pass, in whatever order they come', () => {
    const told = [...ours, ...theirs];
    fc.assert(
      fc.property(fc.shuffledSubarray(told, { minLength: told.length }), (events) => {
        expect(passed(events)).toBeLessThan(told.length);
      }),
    );
  });
});
