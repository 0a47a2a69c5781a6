import { describe, expect, it } from '@jest/globals';

import { LINE_MAX_BYTES } from '../src/bound-lines.js';
import { BRAND, INSTRUCTIONS_MAX_CHARACTERS } from '../src/brand.js';
import { DEFINITIONS_MAX_BYTES } from '../src/tools/tool.js';
import { openWire } from './wire.js';
import type { ListedTool } from './wire.js';

async function listTools(): Promise<readonly ListedTool[]> {
  const wire = openWire();
  await wire.initialize();
  return (await wire.request('tools/list')).result.tools;
}

describe('initialize', () => {
  it('introduces the server, tools only, in few words', async () => {
    const { result } = await openWire().initialize();
    expect(result.serverInfo).toEqual(BRAND);
    expect(result.capabilities).toEqual({ tools: {} });
    expect(INSTRUCTIONS_MAX_CHARACTERS).toBe(512);
    expect(result.instructions.length).toBeLessThanOrEqual(512);
  });

  it.each([
    ['2025-11-25', '2025-11-25'],
    ['2024-11-05', '2024-11-05'],
    ['2026-07-28', '2025-11-25'],
    ['tomorrow', '2025-11-25'],
  ])('answers a client of %s with %s', async (asked, answered) => {
    expect((await openWire().initialize(asked)).result.protocolVersion).toBe(answered);
  });
});

describe('tools/list', () => {
  it('stays within the bytes that every turn of a host pays', async () => {
    const tools = await listTools();
    const sent = tools.map(({ name, description, inputSchema }) =>
      JSON.stringify({ name, description, inputSchema }),
    );
    expect(DEFINITIONS_MAX_BYTES).toBe(5_900);
    expect(Buffer.byteLength(sent.join(''))).toBeLessThanOrEqual(5_900);
  });

  it('advertises each tool with what it does, and no other', async () => {
    const tools = await listTools();
    expect(tools.map(({ name }) => name)).toEqual(['consult', 'doctor', 'issue']);
    for (const tool of tools) {
      expect(Object.keys(tool).sort()).toEqual([
        'annotations',
        'description',
        'inputSchema',
        'name',
        'title',
      ]);
    }
  });

  it.each([
    ['consult', false],
    ['doctor', true],
    ['issue', true],
  ])(
    'says of %s that it only reads, and whether calling it again changes anything',
    async (name, idempotent) => {
      const tool = (await listTools()).find((each) => each.name === name);
      expect(tool?.annotations).toEqual({
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: idempotent,
        openWorldHint: true,
      });
    },
  );

  it('describes strict arguments, their limits and defaults', async () => {
    const { inputSchema } = (await listTools())[0]!;
    expect(inputSchema).toMatchObject({
      type: 'object',
      required: ['proposal'],
      additionalProperties: false,
    });
    expect(inputSchema).not.toHaveProperty('$schema');
    expect(Object.keys(inputSchema.properties)).toEqual([
      'proposal',
      'task_type',
      'context_files',
      'specific_questions',
      'backend',
      'workspace_path',
      'model',
      'reasoning_effort',
      'output_price_below',
      'timeout_ms',
    ]);
    const { backend, context_files, output_price_below, timeout_ms } = inputSchema.properties;
    expect([...(backend?.enum ?? [])].sort()).toEqual(['agy', 'auto', 'claude', 'codex', 'smart_quota']);
    expect(context_files).toMatchObject({ type: 'array', maxItems: 100 });
    expect(output_price_below).toMatchObject({ type: 'number', exclusiveMinimum: 0 });
    expect(timeout_ms).toMatchObject({ type: 'integer', minimum: 100, maximum: 1_800_000, default: 900_000 });
  });
});

describe('what the server does not know', () => {
  it.each([
    'server/discover',
    'resources/list',
    'prompts/list',
    'resources/subscribe',
    'tasks/list',
    'nonsense',
  ])('answers %s with -32601, before and after initialize', async (method) => {
    const wire = openWire();
    const refused = { code: -32601, message: 'Method not found' };
    expect((await wire.request(method)).error).toEqual(refused);
    await wire.initialize();
    expect((await wire.request(method, {})).error).toEqual(refused);
  });

  it('survives lines that are no messages', async () => {
    const wire = openWire();
    wire.stdin.write('not json\n[]\n{"jsonrpc":"2.0"}\n\n');
    expect((await wire.request('ping')).result).toEqual({});
  });

  it('answers a line that is too long and goes on', async () => {
    const wire = openWire();
    wire.stdin.write(`${'x'.repeat(LINE_MAX_BYTES + 1)}\n`);
    expect(await wire.next(({ id }) => id === null)).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: {
        code: -32600,
        message:
          'INPUT_LIMIT: the message is longer than 8388608 bytes; send less, or name files instead of quoting them',
      },
    });
    expect((await wire.request('ping')).result).toEqual({});
  });

  it('refuses a tool it does not have and names the ones it has', async () => {
    const wire = openWire();
    await wire.initialize();
    for (const params of [{ name: 'review', arguments: {} }, { name: 7 }, {}]) {
      const { error } = await wire.request('tools/call', params);
      expect(error).toEqual({
        code: -32602,
        message: 'Unknown tool: this server has consult, doctor, issue',
      });
    }
  });
});
