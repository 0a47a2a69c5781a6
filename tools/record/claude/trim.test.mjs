import { describe, expect, it } from '@jest/globals';

import { trim } from './trim.mjs';

const reply = (request_id, response) => ({
  type: 'control_response',
  response: { subtype: 'success', request_id, response },
});
const init = { type: 'system', subtype: 'init', tools: ['Read'] };

describe('trim', () => {
  it('keeps of an event what a test reads, and of an unknown one its name', () => {
    const event = { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'a' } };
    const messages = [
      { type: 'stream_event', event, parent_tool_use_id: null, uuid: 'u', ttft_ms: 3 },
      { type: 'system', subtype: 'thinking_tokens', estimated_tokens: 3 },
      { type: 'tool_progress', elapsed: 3 },
    ];
    expect(trim(messages, {})).toEqual([
      { type: 'stream_event', event, parent_tool_use_id: null },
      { type: 'system', subtype: 'thinking_tokens' },
      { type: 'tool_progress' },
    ]);
  });

  it('keeps no word of what the model is told, but for a refusal', () => {
    const result = (content, is_error) => ({ type: 'tool_result', tool_use_id: 't', content, is_error });
    const user = (block) => ({ type: 'user', message: { role: 'user', content: [block] } });
    const refusal = '<tool_use_error>Error: No such tool available: Write.</tool_use_error>';
    const kept = trim(
      [user({ type: 'text', text: 'Go on.' }), user(result('contents')), user(result(refusal, true))],
      {},
    );
    expect(kept.map(({ message }) => message.content[0])).toEqual([
      { type: 'text' },
      { type: 'tool_result', tool_use_id: 't' },
      { type: 'tool_result', tool_use_id: 't', is_error: true, content: refusal },
    ]);
  });

  it('cuts long lists and long texts, and settles how long a retry waits', () => {
    const kept = trim(
      [
        { ...init, slash_commands: ['a', 'b', 'c', 'd', 'e'] },
        { type: 'result', is_error: true, result: 'x'.repeat(161) },
        { type: 'system', subtype: 'api_retry', retry_delay_ms: 587 },
        { type: 'system', subtype: 'api_retry', retry_delay_ms: 74_645 },
      ],
      {},
    );
    expect(kept[0].slash_commands).toEqual(['a', 'b', 'c', 'd']);
    expect(kept[1].result).toBe(`${'x'.repeat(160)}…`);
    expect(kept.slice(2).map(({ retry_delay_ms }) => retry_delay_ms)).toEqual([1_000, 60_000]);
  });

  it('keeps of many rules of one kind one', () => {
    const rule = (source, rule) => ({ behavior: 'deny', source, rule, editability: 'readonly' });
    const rules = [rule('toolsNarrowing', 'Bash'), rule('cliArg', 'a'), rule('toolsNarrowing', 'Edit')];
    const [kept] = trim([reply('list_permission_rules', { state: { rules, workspaceDirectories: [] } })], {});
    expect(kept.response.response.state.rules.map(({ rule }) => rule)).toEqual(['Bash', 'a']);
  });

  it('leaves out what a backend does not ask for, and what comes by chance', () => {
    const messages = [
      { type: 'system', subtype: 'ui_invalidate' },
      reply('set_permission_mode', { mode: 'plan' }),
      reply('mcp_status', { mcpServers: [{ name: 'a', status: 'pending' }] }),
    ];
    expect(trim(messages, {})).toEqual([reply('mcp_status', { mcpServers: [{ name: 'a' }] })]);
  });

  it('puts the reply to an early interrupt after the start of the turn, on whichever side it came', () => {
    const interrupted = reply('interrupt', { still_queued: [] });
    expect(trim([interrupted, init], {})).toEqual([init, interrupted]);
    expect(trim([init, interrupted], {})).toEqual([init, interrupted]);
  });

  it('keeps how the process ended', () => {
    const exit = { exit: { code: 1, stderr: 'error: unknown option' } };
    expect(trim([exit], {})).toEqual([exit]);
  });
});
