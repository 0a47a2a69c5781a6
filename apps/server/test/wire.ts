import { PassThrough } from 'node:stream';

import type { TurnOperations, TurnOutcome } from '@coagent8/contracts';

import { createCallTool } from '../src/call-tool.js';
import type { Diagnoses } from '../src/diagnoses.js';
import { serveStdio } from '../src/mcp-server.js';
import { TOOLS } from '../src/tools/all-tools.js';

/** A tool as it arrives. */
export interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: {
    readonly properties: Readonly<Record<string, { readonly enum: readonly string[] }>>;
  };
  readonly annotations: object;
}

/** One JSON-RPC message, with all that any result may hold: which of it is there is for the test to judge. */
export interface Message {
  readonly id?: number | null;
  readonly method?: string;
  readonly params?: object;
  readonly error?: { readonly code: number; readonly message: string };
  readonly result: {
    readonly protocolVersion: string;
    readonly capabilities: object;
    readonly serverInfo: object;
    readonly instructions: string;
    readonly tools: readonly ListedTool[];
    readonly content: readonly [{ readonly type: string; readonly text: string }];
    readonly isError: boolean;
    readonly structuredContent?: object;
  };
}

export interface WireOptions {
  /** The work behind the tools. Default: answers at once. */
  readonly run?: TurnOperations['run'];
  /** What the tools that answer by themselves know. Default: nothing; asking is a fault. */
  readonly diagnoses?: Partial<Diagnoses>;
  /** What the client declares. */
  readonly capabilities?: object;
  /** Answers the server's own requests; none where it gives nothing. */
  readonly answer?: (message: Message) => object | undefined;
}

/** An answer of a scripted turn. */
export function answered(answer: string, change: Partial<TurnOutcome> = {}): TurnOutcome {
  const meta = { backend: 'codex', model: 'm', durationMs: 1_000, operations: 2 } as const;
  return { status: 'answered', answer, truncated: false, meta, warnings: [], ...change } as TurnOutcome;
}

const now = () => performance.now();

const unasked = () => Promise.reject(new Error('nobody asks that here'));
const NO_DIAGNOSES: Diagnoses = {
  isNested: async () => false,
  reportModels: unasked,
  examineHealth: unasked,
  reportIssue: unasked,
};

/** The server in this process, and the lines that go in and come out. */
export function openWire({
  run = async () => answered('Yes.'),
  diagnoses = {},
  capabilities = {},
  answer,
}: WireOptions = {}) {
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  const received: Message[] = [];
  const waiting = new Set<() => void>();
  let lastId = 0;

  const write = (message: object) => stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  stdout.on('data', (chunk: Buffer) => {
    for (const line of chunk.toString().trimEnd().split('\n')) {
      const message: Message = JSON.parse(line);
      received.push(message);
      const result = message.method !== undefined && message.id !== undefined ? answer?.(message) : undefined;
      if (result !== undefined) write({ id: message.id, result });
    }
    for (const check of waiting) check();
  });

  const next = (matches: (message: Message) => boolean) =>
    new Promise<Message>((resolve) => {
      const check = () => {
        const found = received.find(matches);
        if (found === undefined) return;
        waiting.delete(check);
        resolve(found);
      };
      waiting.add(check);
      check();
    });
  const send = (method: string, params?: object) => {
    const id = ++lastId;
    write({ id, method, params });
    return { id, reply: next((message) => message.id === id && message.method === undefined) };
  };
  const request = (method: string, params?: object) => send(method, params).reply;

  const ready = serveStdio(
    {
      tools: TOOLS,
      call: createCallTool({
        operations: { run },
        diagnoses: { ...NO_DIAGNOSES, ...diagnoses },
        workingDirectory: '/srv/app',
        now,
      }),
      now,
    },
    stdin,
    stdout,
  );

  return {
    ready,
    received,
    next,
    send,
    request,
    stdin,
    /** Sends a message as it is: a reply, or what should be one. */
    write,
    notify: (method: string, params?: object) => write({ method, params }),
    initialize: async (protocolVersion = '2025-11-25') => {
      const clientInfo = { name: 'wire', version: '1' };
      const reply = await request('initialize', { protocolVersion, capabilities, clientInfo });
      write({ method: 'notifications/initialized' });
      return reply;
    },
    call: (name: string, given?: unknown) => send('tools/call', { name, arguments: given }),
    consult: (given?: unknown, _meta?: object) =>
      send('tools/call', {
        name: 'consult',
        arguments: given,
        ...(_meta === undefined ? {} : { _meta }),
      } as object),
  };
}
