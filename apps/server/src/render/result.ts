import { failureLine } from '@coagent8/contracts';
import type { Failure, TurnOutcome } from '@coagent8/contracts';
import { footerLines } from '@coagent8/execution';

import { fitMarkdown } from './fit-markdown.js';
import type { ShownMarkdown } from './show-markdown.js';

/** Most characters (UTF-16 units) of the text of a turn's result. */
export const RESULT_MAX_CHARACTERS = 40_000;

/** What a call returns: one block of text. */
export interface ToolResult {
  readonly content: readonly [{ readonly type: 'text'; readonly text: string }];
  readonly isError: boolean;
  /** Complete by itself: hosts show the model only this where it is there. No result of a turn has it. */
  readonly structuredContent?: Readonly<Record<string, unknown>>;
}

/**
 * The outcome of a turn: the answer, or the failure and what was secured of one, then the facts in a quoted footer.
 *
 * @param notice - What is to be known about the tool itself, a line of the footer.
 */
export function renderOutcome(outcome: TurnOutcome, notice?: string): ToolResult {
  const facts = [...footerLines(outcome), ...(notice === undefined ? [] : [notice])];
  if (outcome.status === 'answered') return frame({ head: [], body: outcome.answer, facts, isError: false });
  const head = [quote([failureLine(outcome.failure)])];
  const { partialAnswer } = outcome;
  if (partialAnswer === undefined) return frame({ head, body: '', facts, isError: true });
  return frame({ head: [...head, 'Partial response:'], body: partialAnswer, facts, isError: true });
}

/** A call that was refused before a turn: there are no facts to report. */
export function renderFailure(failure: Failure): ToolResult {
  return result(quote([failureLine(failure)]), { isError: true });
}

/** A text that stands by itself. */
export function renderText(text: string): ToolResult {
  return result(text, { isError: false });
}

/** A record, and the same record as text. How long they are is for who made the record. */
export function renderRecord(record: Readonly<Record<string, unknown>>): ToolResult {
  return { ...result(JSON.stringify(record), { isError: false }), structuredContent: record };
}

/** Puts the parts one below the other. Only the body is ever cut or shown as source, and the footer then says so. */
function frame(parts: {
  readonly head: readonly string[];
  readonly body: string;
  readonly facts: readonly string[];
  readonly isError: boolean;
}): ToolResult {
  const { head, facts, isError } = parts;
  const body = parts.body.trimEnd();
  const whole = compose(fitMarkdown(body, Infinity), []);
  if (whole.length <= RESULT_MAX_CHARACTERS) return result(whole, { isError });
  const mark = `answer truncated: it has ${body.length} characters, a result holds ${RESULT_MAX_CHARACTERS}`;
  const room = RESULT_MAX_CHARACTERS - compose({ text: 'x' }, [mark]).length + 1;
  return result(compose(fitMarkdown(body, room), [mark]), { isError });

  function compose({ text, note }: ShownMarkdown, marks: readonly string[]): string {
    const footer = quote([...facts, ...(note === undefined ? [] : [note]), ...marks]);
    return [...head, text, footer].filter((part) => part !== '').join('\n\n');
  }
}

/** One quoted group, a line each: what an agent or a provider worded ends no line, and is no HTML. */
function quote(lines: readonly string[]): string {
  return lines
    .map((line) => line.replaceAll(/\s*[\n\r]\s*/g, ' ').replaceAll(/<(?=[a-z/!?])/gi, '\\<'))
    .map((line) => `> ${line}`)
    .join('\n');
}

function result(text: string, { isError }: { isError: boolean }): ToolResult {
  return { content: [{ type: 'text', text: text.toWellFormed() }], isError };
}
