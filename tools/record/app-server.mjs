import { spawn } from 'node:child_process';

/** How long any one message is waited for, in milliseconds. */
const WAIT_MAX_MS = 60_000;

/**
 * Starts `codex app-server` and keeps every line it sends. It knows lines and ids, nothing of what they mean.
 * A request of the server is answered with `decline`, as our own backend does.
 */
export function startAppServer({ binary, args = ['app-server'], variables, cwd }) {
  const child = spawn(binary, args, {
    cwd,
    env: variables,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const messages = [];
  const waiting = new Set();
  let rest = '';
  let stderr = '';

  const accept = (line) => {
    const message = JSON.parse(line);
    messages.push(message);
    if (message.id !== undefined && message.method)
      write({ id: message.id, result: { decision: 'decline' } });
    for (const waiter of waiting) waiter(message);
  };
  child.stdout.setEncoding('utf8').on('data', (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    lines.filter(Boolean).forEach(accept);
  });
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
  child.stdin.on('error', () => {});
  const exited = new Promise((resolve) => child.on('close', (code, signal) => resolve({ code, signal })));

  const write = (message) => child.stdin.write(`${JSON.stringify(message)}\n`);

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
      exited.then(({ code, signal }) => fail(`app-server ended (code ${code}, signal ${signal})`));
      waiting.add(waiter);
    });

  return {
    messages,
    stderr: () => stderr,
    message,
    notify: (method) => write({ method }),
    request: (id, method, params) => {
      write({ id, method, params });
      return message((candidate) => candidate.id === id && !candidate.method, `reply to ${method}`);
    },
    /** Ends stdin, which ends the server; kills it where it does not. */
    close: async () => {
      child.stdin.end();
      const timer = setTimeout(() => child.kill('SIGKILL'), 5_000);
      const exit = await exited;
      clearTimeout(timer);
      return exit;
    },
  };
}
