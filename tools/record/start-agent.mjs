import { spawn } from 'node:child_process';

/** How long any one message is waited for, in milliseconds. */
const WAIT_MAX_MS = 60_000;
/** How long an agent may live on once its input is closed, in milliseconds. */
const CLOSE_GRACE_MS = 5_000;

/**
 * @typedef {object} AgentStart
 * @property {string} binary
 * @property {readonly string[]} args
 * @property {Readonly<Record<string, string | undefined>>} variables - The whole environment.
 * @property {string} cwd
 * @property {(message: any) => object | undefined} [answer] - Answers a message that asks us something.
 */

/**
 * Starts an agent that speaks in lines of JSON and keeps every line it says. It knows lines, nothing of what they mean.
 *
 * @param {AgentStart} start
 */
export function startAgent({ binary, args, variables, cwd, answer = () => undefined }) {
  const child = spawn(binary, args, { cwd, env: variables, stdio: ['pipe', 'pipe', 'pipe'] });
  const messages = [];
  const waiting = new Set();
  let rest = '';
  let stderr = '';

  const write = (message) => child.stdin.write(`${JSON.stringify(message)}\n`);
  const accept = (line) => {
    const message = JSON.parse(line);
    messages.push(message);
    const answered = answer(message);
    if (answered) write(answered);
    for (const waiter of waiting) waiter(message);
  };
  child.stdout.setEncoding('utf8').on('data', (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    lines.filter(Boolean).forEach(accept);
  });
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
  child.stdin.on('error', () => {});
  /** @type {Promise<{ code: number | null, signal: NodeJS.Signals | null }>} */
  const exited = new Promise((resolve) => child.on('close', (code, signal) => resolve({ code, signal })));

  /** The first message, past or to come, that `matches`. */
  const message = (matches, what) =>
    new Promise((resolve, reject) => {
      const found = messages.find(matches);
      if (found) return resolve(found);
      const settle = (act) => {
        clearTimeout(timer);
        waiting.delete(waiter);
        act();
      };
      const waiter = (candidate) => matches(candidate) && settle(() => resolve(candidate));
      const fail = (why) => settle(() => reject(new Error(`no ${what}: ${why}\n${stderr}`)));
      const timer = setTimeout(() => fail(`nothing within ${WAIT_MAX_MS} ms`), WAIT_MAX_MS);
      exited.then(({ code, signal }) => fail(`the agent ended (code ${code}, signal ${signal})`));
      waiting.add(waiter);
    });

  return {
    messages,
    stderr: () => stderr,
    message,
    write,
    exited,
    kill: (signal) => child.kill(signal),
    /** Ends stdin, which ends an agent; kills it where it does not. */
    close: async () => {
      child.stdin.end();
      const timer = setTimeout(() => child.kill('SIGKILL'), CLOSE_GRACE_MS);
      const exit = await exited;
      clearTimeout(timer);
      return exit;
    },
  };
}
