import { describe, expect, it } from '@jest/globals';
import type { ConsentQuestion } from '@coagent8/contracts';

import { createScriptedWorld } from '../test/scripted-world.js';
import type { Script } from '../test/scripted-world.js';
import { createTerminalConsent, readAnswer } from './ask-in-terminal.js';
import type { Terminal } from './world.js';

const QUESTION: ConsentQuestion = {
  backend: 'codex',
  model: 'big-model',
  basis: 'output_price_above',
  reason: 'it costs 40 USD per million output tokens, above your limit of 20 USD',
  isRememberable: true,
};

/** A terminal at which `line` is typed; undefined ends the input, `'waits'` types nothing. */
function terminalOf(line: string | undefined | 'waits') {
  const seen = { closed: 0 };
  const terminal: Terminal = {
    readLine: (signal) =>
      line === 'waits'
        ? new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined)))
        : Promise.resolve(line),
    close: () => {
      seen.closed += 1;
    },
  };
  return { terminal, seen };
}

async function asked(script: Script, question = QUESTION, signal = new AbortController().signal) {
  const { world, written } = createScriptedWorld(script);
  let room = '';
  const ask = createTerminalConsent(world, () => {
    room += `room before ${written.stderr.length}`;
  });
  return { answer: await ask(question, signal), room, ...written };
}

describe('readAnswer', () => {
  it.each([
    ['y', false],
    [' YES ', false],
    ['a', true],
    ['Always', true],
  ])('%j is consent', (line, isToBeRemembered) => {
    expect(readAnswer(line, true)).toEqual({ isGiven: true, isToBeRemembered });
  });

  it.each(['', ' ', 'n', 'no', 'yess', 'yes please', 'y y', 'ja', 'all', '1', 'true', '\u0443', 'y\0'])(
    '%j is none',
    (line) => {
      expect(readAnswer(line, true)).toEqual({ isGiven: false, why: 'declined' });
    },
  );

  it.each(['a', 'always'])('%j is none where it cannot be remembered', (line) => {
    expect(readAnswer(line, false)).toEqual({ isGiven: false, why: 'declined' });
  });
});

describe('createTerminalConsent', () => {
  it('shows the question on standard error alone, once there is room', async () => {
    const { terminal, seen } = terminalOf('y');
    const { answer, room, stdout, stderr } = await asked({
      terminals: true,
      terminal,
      variables: { NO_COLOR: '1' },
    });
    expect({ answer, room, stdout, seen }).toEqual({
      answer: { isGiven: true, isToBeRemembered: false },
      room: 'room before 0',
      stdout: '',
      seen: { closed: 1 },
    });
    expect(stderr.split('\n')).toEqual([
      'CoAgent8 was asked to run Codex with the model "big-model". Nothing has been sent to it yet.',
      'Why you are asked: it costs 40 USD per million output tokens, above your limit of 20 USD.',
      'Its list price is not known.',
      '"always" adds codex/big-model to the allowed models of your CoAgent8 configuration',
      'Run it? yes, always or No: ',
    ]);
  });

  it('takes the end of the input for a no, and ends the line', async () => {
    const { answer, stderr } = await asked({ terminals: true, terminal: terminalOf(undefined).terminal });
    expect(answer).toEqual({ isGiven: false, why: 'declined' });
    expect(stderr.endsWith('\n')).toBe(true);
  });

  it.each<[string, Script]>([
    ['without a terminal', { terminals: true }],
    ['where standard error is none', { terminals: false, terminal: terminalOf('y').terminal }],
  ])('reaches nobody %s', async (_, script) => {
    expect(await asked(script)).toEqual({
      answer: { isGiven: false, why: 'unreachable' },
      ...{ room: '', stdout: '', stderr: '', both: '' },
    });
  });

  it('gives the terminal back when the question is withdrawn', async () => {
    const { terminal, seen } = terminalOf('waits');
    const withdrawn = new AbortController();
    const asking = asked({ terminals: true, terminal }, QUESTION, withdrawn.signal);
    withdrawn.abort();
    expect((await asking).answer).toEqual({ isGiven: false, why: 'unanswered' });
    expect(seen.closed).toBe(1);
  });

  it('takes no answer that comes with the withdrawal', async () => {
    const withdrawn = new AbortController();
    const terminal: Terminal = {
      readLine: () => {
        withdrawn.abort();
        return Promise.resolve('yes');
      },
      close: () => undefined,
    };
    const { answer } = await asked({ terminals: true, terminal }, QUESTION, withdrawn.signal);
    expect(answer).toEqual({ isGiven: false, why: 'unanswered' });
  });
});
