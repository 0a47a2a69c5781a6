import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { ElicitRequestFormParams, JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';

import { installedEntry } from './installed-server.js';
import type { InstalledWorld, ToolResult } from './installed-server.js';

/** A form that a user of the client looks at. */
export interface OpenForm {
  readonly params: ElicitRequestFormParams;
  /** Aborted when the server withdraws it. */
  readonly signal: AbortSignal;
  /** Sends a reply to it as it is, beside what {@link FormUser} returns. */
  readonly reply: (reply: object) => Promise<void>;
}

/** What the user does with a form: the client answers with what this returns. */
export type FormUser = (form: OpenForm) => Promise<object> | object;

/** A client of the official SDK with the installed server. */
export interface FormClient {
  readonly pid: number;
  /** The forms that were shown so far. */
  readonly forms: readonly OpenForm[];
  /** Resolves with the form of this number once it is there. */
  readonly form: (index: number) => Promise<OpenForm>;
  readonly consult: (given: object, options?: { readonly signal?: AbortSignal }) => Promise<ToolResult>;
  readonly close: () => Promise<void>;
}

/** Yes to a form, with whatever else. */
export const accept = (more: object = {}) => ({ action: 'accept', content: { approve: true, ...more } });

/** A user who never answers. */
export const forever: FormUser = () => new Promise(() => undefined);

/**
 * Starts the installed server for a client of the SDK that declares forms, or does not.
 *
 * @param user - Answers the forms; absent: the client declares no elicitation.
 */
export async function connectWithForms(
  { variables, workspace }: InstalledWorld,
  user?: FormUser,
): Promise<FormClient> {
  const forms: OpenForm[] = [];
  const waiting = new Map<number, (form: OpenForm) => void>();
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [installedEntry()],
    env: { ...variables },
    cwd: workspace.path,
    stderr: 'ignore',
  });
  const client = new Client(
    { name: 'form-client', version: '0.0.0' },
    { capabilities: user === undefined ? {} : { elicitation: {} } },
  );
  if (user !== undefined) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }, { signal, requestId: id }) => {
      const form: OpenForm = {
        params: params as ElicitRequestFormParams,
        signal,
        reply: (reply) => transport.send({ jsonrpc: '2.0', id, ...reply } as JSONRPCMessage),
      };
      forms.push(form);
      waiting.get(forms.length - 1)?.(form);
      return user(form) as Promise<{ action: 'cancel' }>;
    });
  }
  await client.connect(transport);
  return {
    pid: transport.pid ?? 0,
    forms,
    form: (index) => {
      const known = forms[index];
      return known ? Promise.resolve(known) : new Promise((resolve) => waiting.set(index, resolve));
    },
    consult: async (given, options = {}) => {
      const { content, isError } = await client.callTool(
        { name: 'consult', arguments: { ...given } },
        undefined,
        {
          timeout: 120_000,
          ...options,
        },
      );
      const texts = content as { readonly text: string }[];
      return { text: texts.map(({ text }) => text).join('\n'), isError: isError === true };
    },
    close: () => client.close(),
  };
}

/** The user's configuration in a world; undefined where there is none. */
export async function readConfiguration({ agent }: InstalledWorld): Promise<unknown> {
  const text = await readFile(join(agent.home, '.coagent8', 'config.json'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
}
