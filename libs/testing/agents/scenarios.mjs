/**
 * What the stand-in can play, by the name after `SCENARIO=` in the prompt. `ARG="<JSON string>"` gives a scenario what
 * its line says. The order of events is that of the recordings of 1.2.15 and 1.2.16 wherever there is one.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { encode, stepEvent } from './events.mjs';
import { timedOut } from './turn.mjs';

/** @typedef {import('./turn.mjs').Scenario} Scenario */
/** @typedef {import('./turn.mjs').Turn} Turn */

/** Length of the answers of `long` and `huge-answer` where the prompt gives none, in characters. */
const LONG_CHARACTERS = 2_000_000;
const HUGE_CHARACTERS = 600 * 1024;
/** Longest piece of `long`, in characters. */
const PIECE_CHARACTERS = 64 * 1024;
/** What a tool's answer tells of what the tool said, in characters: as in the other agents' worlds. */
const REPEATED_CHARACTERS = 2000;
/** How long `late` is silent and how long the child of `orphan-child` lives, in milliseconds. */
const LATE_MS = 60_000;
/** How long `long-tool` searches and `long-command` would run, in milliseconds. */
const LONG_TOOL_MS = 30_000;
const ORPHAN_LIVES_MS = 60_000;

const digits = (/** @type {number} */ characters) =>
  '0123456789abcdef'.repeat(Math.ceil(characters / 16)).slice(0, characters);
const piecesOf = (/** @type {string} */ text) =>
  text.match(new RegExp(`.{1,${PIECE_CHARACTERS}}`, 'gs')) ?? [];
const repeat = (/** @type {Turn} */ turn, /** @type {string} */ text) =>
  turn.say(`Tool said: ${text.slice(0, REPEATED_CHARACTERS)}`);

/** @type {Scenario} */
const text = (turn) => turn.say('Hello from the model.');
/** @type {Scenario} */
const deltas = (turn) => turn.say(['Hello ', 'from ', 'the ', 'model, ', 'in pieces: a < b & c.']);

/** @type {Scenario} Reads a file of the workspace; without ARG it lists the folder. */
const read = async (turn) => {
  if (turn.argument === undefined) {
    const list = { name: 'list_dir', parameters: { DirectoryPath: turn.agent.cwd } };
    return repeat(turn, await turn.useTool(list, () => ({ output: '1 file' })));
  }
  const path = resolve(turn.agent.cwd, turn.argument);
  let content = '';
  const heard = await turn.useTool(
    { name: 'view_file', parameters: { AbsolutePath: path }, action: 'read_file', target: path },
    () => {
      try {
        content = readFileSync(path, 'utf8');
      } catch {
        return { error: `file not found: ${path}` };
      }
      return { output: `${content.split('\n').length} lines, ${Buffer.byteLength(content)} bytes` };
    },
  );
  return repeat(turn, content || heard);
};

/** @type {Scenario} Writes the file ARG, where it may. */
const write = async (turn) => {
  const path = resolve(turn.agent.cwd, turn.argument ?? 'written.txt');
  const tool = { name: 'write_to_file', parameters: { TargetFile: path } };
  await turn.useTool({ ...tool, action: 'write_file', target: path }, () => {
    writeFileSync(path, 'written by agy\n');
    return {};
  });
  return turn.say('The file is written.');
};

/** @type {Scenario} Runs the command ARG, where it may; in a session of its own, as agy does. */
const shell = async (turn) => {
  const command = turn.argument ?? 'echo hi';
  const tool = { name: 'run_command', parameters: { CommandLine: command } };
  const heard = await turn.useTool({ ...tool, action: 'command', target: command }, async () => {
    const { cwd, environment: env } = turn.agent;
    const child = spawn('/bin/sh', ['-c', command], {
      cwd,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    try {
      await turn.guard(new Promise((settle) => child.on('close', settle)));
    } catch (ending) {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      throw ending;
    }
    return { output: output.replaceAll('\n', '\r\n') };
  });
  return repeat(turn, heard);
};

/** @type {Scenario} A tool that does not exist: the model goes on. */
const toolError = async (turn) => {
  const heard = await turn.useTool({ name: 'no_such_tool', parameters: { x: 1 } }, () => ({
    error: 'unknown tool: "no_such_tool" — check spelling',
  }));
  return repeat(turn, heard);
};

/** @type {Scenario} A tool named ARG that needs no permission, and works. */
const otherTool = async (turn) => {
  const name = turn.argument ?? 'search_web';
  return repeat(turn, await turn.useTool({ name, parameters: { query: 'x' } }, () => ({ output: 'found' })));
};

/** @type {Scenario} A refusal as 1.1.27 and 1.2.3 showed it: an error instead of nothing. */
const deniedError = async (turn) => {
  const command = turn.argument ?? 'touch x';
  await turn.useTool({ name: 'run_command', parameters: { CommandLine: command } }, () => ({
    error: `permission check failed for command "${command}": user denied permission to run command:\n${command}`,
  }));
  return turn.deny('command');
};

/** @type {Scenario} */
const deniedWithAnswer = async (turn) => {
  await turn.say('What I know without running anything: it is fine.');
  return shell(turn);
};

/**
 * An error of the model's server (1.2.15): no answer, the program ends with 3, and the conversation keeps the error.
 * @param {{ code: number, message: string, status: string, details?: string, retryable?: boolean }} error
 * @returns {Scenario}
 */
function apiError({ code, message, status, details = '', retryable = false }) {
  const error = `agent executor error: generating and executing: Error ${code}, Message: ${message}, Status: ${status}, Details: [${details}]`;
  return async (turn) => {
    turn.step({ state: 'DONE', step_type: 'error_message' });
    const report = {
      short_error: error,
      status,
      error_code: code,
      code_kind: 'http',
      retryable,
      error_id: `${randomUUID()}-1`,
    };
    const notes = [`error: ${error}`, `AGY_ERROR: ${encode(report)}`];
    return { status: 'ERROR', error, isSticky: true, exitCode: 3, notes };
  };
}

const RETRY_INFO = 'map[@type:type.googleapis.com/google.rpc.RetryInfo retryDelay:40s]';
/** Of an account, as the model's server sends it; that agy passes it on like this was never recorded. */
const quotaInfo = (/** @type {string} */ metadata) =>
  `map[@type:type.googleapis.com/google.rpc.ErrorInfo domain:cloudcode-pa.googleapis.com metadata:map[${metadata}] reason:QUOTA_EXHAUSTED]`;
const RESET = 'quotaResetTimeStamp:2100-01-01T00:00:00Z';
const usedUp = (/** @type {string} */ metadata) =>
  apiError({
    code: 429,
    message:
      'Individual quota reached. Please upgrade your subscription to increase your limits. Resets in 80h25m39s.',
    status: 'RESOURCE_EXHAUSTED',
    details: quotaInfo(metadata),
    retryable: true,
  });
const invalidKey = apiError({
  code: 400,
  message: 'API key not valid. Please pass a valid API key.',
  status: 'INVALID_ARGUMENT',
  details: 'map[@type:type.googleapis.com/google.rpc.ErrorInfo domain:googleapis.com reason:API_KEY_INVALID]',
});
const quota = apiError({
  code: 429,
  message: 'You exceeded your current quota',
  status: 'RESOURCE_EXHAUSTED',
  details: RETRY_INFO,
  retryable: true,
});

/** @type {Scenario} Says nothing for ARG ms. */
const late = async (turn) => {
  await turn.wait(Number(turn.argument ?? LATE_MS));
  await text(turn);
};
/** @type {Scenario} */
const hang = (turn) => turn.hang();
/** @type {Scenario} A success without a word, as about one of ten long turns was. */
const empty = async (turn) => turn.call();
/** @type {Scenario} */
const malformedLine = async (turn) => {
  turn.agent.output.raw('{"event":"step_update","step_update":{"conversation_id":\n');
  await turn.say('An answer after a line that is no JSON.');
};
/** @type {Scenario} */
const truncated = async (turn) => {
  await turn.say('An answer before the cut.');
  return { result: 'torn', exitCode: 0 };
};
/** @type {Scenario} Half of the answer, and then nothing: to be interrupted. */
const interrupted = async (turn) => {
  await turn.begin(['partial answ', 'er before the interrupt']);
  await turn.hang();
};
/** @type {Scenario} Only SIGKILL ends it. */
const ignoreSignals = async (turn) => {
  turn.agent.isDeaf = true;
  await turn.begin(['An answer that no signal ends.']);
  await turn.hang();
};

/** @type {Scenario} A child in a session of its own, that holds stdout for ARG ms. The answer tells its id. */
const orphan = async (turn) => {
  const lives = `setTimeout(() => undefined, ${Number(turn.argument ?? ORPHAN_LIVES_MS)})`;
  const child = spawn(process.execPath, ['-e', lives], {
    detached: true,
    stdio: ['ignore', 'inherit', 'ignore'],
  });
  child.unref();
  await turn.say(`I leave process ${child.pid} behind.`);
};

/** @type {Scenario} A line that is written in parts, each of which ends within a character. */
const splitUtf8 = async (turn) => {
  const answer = 'Grüße, 日本語, 😀.';
  const { id } = turn.agent.conversation;
  const index = turn.agent.conversation.nextStep++;
  const fields = { state: 'DONE', step_type: 'agent_response', text_delta: `${answer}\n` };
  const bytes = Buffer.from(`${encode(stepEvent(id, index, fields))}\n`);
  turn.said.text = `${answer}\n`;
  let from = 0;
  for (const [at, byte] of bytes.entries()) {
    if ((byte & 0xc0) !== 0x80) continue; // not within a character
    turn.agent.output.raw(bytes.subarray(from, at));
    await turn.wait(5);
    from = at;
  }
  turn.agent.output.raw(bytes.subarray(from));
};

/** @type {Scenario} Steps of a subagent carry its own conversation, whose text is not the answer. */
const subagent = async (turn) => {
  const other = { state: 'DONE', step_type: 'agent_response', text_delta: 'Words of the subagent.\n' };
  turn.step({ state: 'ACTIVE', step_type: 'subagent' });
  turn.agent.output.event(stepEvent(randomUUID(), 0, { state: 'DONE', step_type: 'user_input' }));
  turn.agent.output.event(stepEvent(randomUUID(), 1, other));
  await turn.say('The answer of the agent itself.');
};

/** @type {Readonly<Record<string, Scenario>>} */
export const SCENARIOS = {
  text,
  answer: text,
  resume: text,
  'unknown-conversation': text,
  'multi-delta': deltas,
  /** Says ARG and nothing else. */
  say: (turn) => turn.say(turn.argument ?? ''),
  /** ARG: number of characters. */
  long: (turn) => turn.say(piecesOf(digits(Number(turn.argument ?? LONG_CHARACTERS)))),
  /** The same in one piece. */
  'huge-answer': (turn) => turn.say(digits(Number(turn.argument ?? HUGE_CHARACTERS))),
  slow: (turn) =>
    turn.say(
      Array.from({ length: 300 }, () => 'word '),
      { paceMs: 100 },
    ),
  hang,
  late,
  'slow-start': late,
  /** The result comes ARG ms after the answer. */
  'late-result': async (turn) => {
    await turn.say('An answer whose result is late.');
    await turn.wait(Number(turn.argument ?? 3000));
  },

  /** A search in the workspace that takes ARG ms: what needs no permission and can be interrupted. */
  'long-tool': async (turn) => {
    const search = { name: 'grep_search', parameters: { SearchPath: turn.agent.cwd, Query: 'a' } };
    const heard = await turn.useTool(search, async () => {
      await turn.wait(Number(turn.argument ?? LONG_TOOL_MS));
      return { output: 'a.txt:1:a' };
    });
    return repeat(turn, heard);
  },
  'tool-ok': read,
  read,
  'tool-error': toolError,
  'other-tool': otherTool,
  write,
  shell,
  denied: shell,
  'long-command': (turn) => shell({ ...turn, argument: turn.argument ?? `sleep ${LONG_TOOL_MS / 1000}` }),
  'denied-error': deniedError,
  'denied-with-answer': deniedWithAnswer,
  /** A question to the user shows as a step of no known type, and is answered "User Skipped". */
  'ask-question': async (turn) => {
    await turn.call();
    turn.step({ state: 'DONE', step_type: 'unknown', duration_seconds: 0.05 });
    await turn.say('An answer without the user.');
  },

  'invalid-key': invalidKey,
  e401: invalidKey,
  e403: apiError({ code: 403, message: 'The caller does not have permission', status: 'PERMISSION_DENIED' }),
  e404: apiError({ code: 404, message: 'models/none is not found', status: 'NOT_FOUND' }),
  'quota-429': quota,
  e429: quota,
  'e429-usage': usedUp(RESET),
  'e429-model': usedUp(`model:swift-4.2 ${RESET} uiMessage:true`),
  e402: apiError({
    code: 402,
    message: 'Your prepayment credits are depleted.',
    status: 'RESOURCE_EXHAUSTED',
  }),
  e500: apiError({ code: 500, message: 'Internal error encountered.', status: 'INTERNAL', retryable: true }),
  e503: apiError({
    code: 503,
    message: 'No capacity available for the model',
    status: 'UNAVAILABLE',
    details: 'map[@type:type.googleapis.com/google.rpc.ErrorInfo reason:MODEL_CAPACITY_EXHAUSTED]',
    retryable: true,
  }),
  /** As if an earlier turn of this conversation had failed: an answer, and the old error. */
  'sticky-error': async (turn) => {
    turn.agent.conversation.error ??=
      'agent executor error: generating and executing: Error 400, Message: Request contains an invalid argument., Status: INVALID_ARGUMENT, Details: []';
    await turn.say('An answer all the same.');
  },

  interrupted,
  'ignore-SIGTERM': ignoreSignals,
  'orphan-child': orphan,
  'print-timeout-partial': async (turn) => {
    await turn.begin(['An answer that is cut by', ' the time limit']);
    return timedOut(12_000);
  },
  /** ARG: what had been said. */
  canceled: async (turn) => {
    await turn.begin(turn.argument === undefined ? [] : [turn.argument]);
    return { status: 'CANCELED' };
  },
  empty,
  'empty-success': empty,
  'unknown-event': async (turn) => {
    turn.agent.output.event({ event: 'telemetry', telemetry: { text_delta: 'no part of the answer' } });
    await turn.say('An answer beside an unknown event.');
  },
  'unknown-step-type': async (turn) => {
    turn.step({ state: 'WAITING', step_type: 'daydream', text_delta: 'no part of the answer' });
    await turn.say('An answer beside an unknown step.');
  },
  'malformed-line': malformedLine,
  garbage: malformedLine,
  'truncated-last-line': truncated,
  cut: truncated,
  /** Ends in the middle of a sentence, and well. */
  'cut-delta': async (turn) => {
    await turn.begin(['half a sentence']);
    return { result: 'none', exitCode: 0 };
  },
  'no-result': async (turn) => {
    await turn.say('An answer without a result.');
    return { result: 'none', exitCode: 0 };
  },
  'two-results': async (turn) => {
    await turn.say('An answer with two results.');
    return { result: 'twice' };
  },
  /** Ends in the middle of the answer, with an exit code and without a result. */
  crash: async (turn) => {
    await turn.begin(['An answer before the ']);
    return { result: 'none', exitCode: 2, notes: ['panic: runtime error: invalid memory address'] };
  },
  'split-utf8': splitUtf8,
  'subagent-other-id': subagent,
};

/**
 * @param {string} name
 * @returns {Scenario} For a name that there is not, an error that says so.
 */
export function scenarioNamed(name) {
  const found = Object.hasOwn(SCENARIOS, name) ? SCENARIOS[name] : undefined;
  return found ?? apiError({ code: 418, message: `There is no scenario "${name}"`, status: 'UNKNOWN' });
}
