/**
 * Loaded into our server with `--require`: notes what the host and the server say to each other in the file that
 * `WIRE_FILE` names, one JSON object for each chunk. The server is what it always is, started and ended by its host.
 */
const { appendFileSync } = require('node:fs');

const { stdin, stdout, env } = process;

function note(from, chunk) {
  if (chunk) appendFileSync(env['WIRE_FILE'], `${JSON.stringify({ from, text: chunk.toString() })}\n`);
}

const push = stdin.push.bind(stdin);
stdin.push = (chunk, ...more) => {
  note('host', chunk);
  return push(chunk, ...more);
};
const write = stdout.write.bind(stdout);
stdout.write = (chunk, ...more) => {
  note('server', chunk);
  return write(chunk, ...more);
};
