import type { ModelOutput } from './model-reply.js';
import type { ModelTurn, OfferedTool } from './model-turn.js';

/** What a shell command may ask for beside its text. Names as Codex 0.171 knows them. */
export interface ShellOptions {
  /** How long the tool may wait before it hands control back to the model, in milliseconds. */
  readonly yield_time_ms?: number;
  readonly sandbox_permissions?: 'require_escalated';
  readonly justification?: string;
}

/** A call of whichever shell tool the request offers. Where it offers none, of `exec_command` all the same. */
export function callShell({ tools }: ModelTurn, command: string, options: ShellOptions = {}): ModelOutput {
  const code = codeModeOf(tools);
  if (code) {
    const call = JSON.stringify({ cmd: command, ...options });
    return customCall(code, `const result = await tools.exec_command(${call}); text(result);`);
  }
  const tool = ['exec_command', 'shell_command', 'shell', 'local_shell']
    .map((name) => tools.find((offered) => offered.name === name))
    .find((offered) => offered !== undefined) ?? { type: 'function', name: 'exec_command' };
  return {
    type: 'function-call',
    name: tool.name,
    ...namespaceOf(tool),
    callArguments: { ...commandArgument(tool.name, command), ...options },
  };
}

/** A call of `apply_patch`, through code mode where the model has it. */
export function callApplyPatch({ tools }: ModelTurn, patch: string): ModelOutput {
  const code = codeModeOf(tools);
  if (code) return customCall(code, `text(await tools.apply_patch(${JSON.stringify(patch)}));`);
  return customCall({ type: 'custom', name: 'apply_patch' }, patch);
}

/** Code mode's one tool: JavaScript that calls the other tools (Codex 0.171, GPT-5.6 and later). */
function codeModeOf(tools: readonly OfferedTool[]): OfferedTool | undefined {
  return tools.find(({ type, name }) => type === 'custom' && name === 'exec');
}

function commandArgument(tool: string, command: string): Readonly<Record<string, unknown>> {
  if (tool === 'exec_command') return { cmd: command };
  if (tool === 'shell_command') return { command };
  return { command: ['bash', '-lc', command] };
}

function customCall(tool: OfferedTool, input: string): ModelOutput {
  return { type: 'custom-call', name: tool.name, ...namespaceOf(tool), input };
}

function namespaceOf({ namespace }: OfferedTool): { namespace?: string } {
  return namespace === undefined ? {} : { namespace };
}
