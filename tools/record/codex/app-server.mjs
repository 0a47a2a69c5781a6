import { startAgent } from '../start-agent.mjs';

/**
 * Starts `codex app-server`, with requests and notifications beside what every agent has. A request of the server is
 * answered with `decline`, as our own backend does.
 *
 * @param {Omit<import('../start-agent.mjs').AgentStart, 'args' | 'answer'> & { readonly args?: readonly string[] }} start
 */
export function startAppServer({ args = ['app-server'], ...start }) {
  const agent = startAgent({ ...start, args, answer: decline });
  return {
    ...agent,
    notify: (method) => agent.write({ method }),
    request: (id, method, params) => {
      agent.write({ id, method, params });
      return agent.message((message) => message.id === id && !message.method, `reply to ${method}`);
    },
  };
}

function decline({ id, method }) {
  return id !== undefined && method ? { id, result: { decision: 'decline' } } : undefined;
}
