/**
 * The main job, shown: a real MCP client asks the real Codex and the real Claude Code for a second opinion on a
 * repository, through the package as users install it. Only the models behind the two are scripted, on loopback;
 * everything lives in temporary folders.
 */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { styleText } from 'node:util';

import { build } from './build.mjs';
import { installPacked } from './packed-package.mjs';
import { read, run } from './run.mjs';

const PROPOSAL =
  'I want to charge customers with `total()` from src/price.js as it is. Is it safe to use for money?';

/** A model that the user's rules ask about, for its price in USD per million output tokens. */
const DEAR_MODEL = 'big-model';
const DEAR_USD = 40;

/** When the scripted Codex answers again once its limit is used up, in seconds since 1970. */
const RESETS_AT_SECONDS = Math.floor(Date.now() / 1000) + 2 * 60 * 60;

const SOURCE = `export function total(items, discount) {
  const sum = items.reduce((amount, item) => amount + item.price * item.count, 0);
  return sum - sum * discount;
}
`;

/** @param {string} text */
const heading = (text) => console.log(`\n${styleText('bold', `── ${text} `.padEnd(78, '─'))}`);
/** @param {string} text */
const indented = (text) => text.replace(/^/gm, '  ');

console.log(styleText('dim', 'building the package …'));
if ((await run('nx', ['build', 'testing', '--outputStyle=static'], { isQuiet: true })) !== 0) process.exit(1);
const failed = await build({ isQuiet: true });
if (failed !== undefined) {
  console.error(failed);
  process.exit(1);
}
const {
  answer,
  callShell,
  CHEAP_PRICES,
  claudeBinary,
  codexBinary,
  createClaudeHome,
  createCodexHome,
  createTempWorkspace,
  reply,
  startMessagesServer,
  startResponsesServer,
} = await import('@coagent8/testing');

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'coagent8-demo-')));
const entry = join(installPacked(folder), 'index.cjs');
let isCodexUsedUp = false;
const openai = await startResponsesServer((turn) => {
  if (isCodexUsedUp) return usedUp();
  const [file, write] = turn.toolOutputs;
  if (file === undefined) return slowly(callShell(turn, 'cat src/price.js'));
  if (write === undefined)
    return slowly(callShell(turn, 'echo "// checked" >> src/price.js; echo "exit code $?"'));
  return slowly(answer(codexOpinion(write)));
});
const anthropic = await startMessagesServer((turn) => {
  const [file, write] = turn.toolOutputs;
  if (file === undefined) return slowly(callClaudeTool('Read', {}));
  if (write === undefined) return slowly(callClaudeTool('Write', { content: '// checked' }));
  return slowly(answer(claudeOpinion(write)));
});
const codexHome = await createCodexHome({ modelServerUrl: openai.url });
const claudeHome = await createClaudeHome({
  modelServerUrl: anthropic.url,
  prices: { ...CHEAP_PRICES, [DEAR_MODEL]: DEAR_USD },
});
const workspace = await createTempWorkspace({ git: true, files: { 'src/price.js': SOURCE } });
const variables = {
  ...codexHome.variables,
  ...claudeHome.variables,
  CODEX_PATH: codexBinary(),
  CLAUDE_PATH: claudeBinary(),
};

/**
 * A reply at the pace of a model, so that there is progress to be seen.
 * @param {Parameters<typeof reply>} outputs
 */
function slowly(...outputs) {
  return { ...reply(...outputs), paceMs: 80 };
}

/** What the model server says to an account whose limit of five hours is used up. */
function usedUp() {
  return /** @type {const} */ ({
    type: 'error',
    status: 429,
    error: {
      type: 'usage_limit_reached',
      message: 'The usage limit has been reached',
      resets_at: RESETS_AT_SECONDS,
    },
    headers: {
      'x-codex-primary-used-percent': '100',
      'x-codex-primary-window-minutes': '300',
      'x-codex-primary-reset-at': String(RESETS_AT_SECONDS),
    },
  });
}

/**
 * @param {string} name
 * @param {Record<string, string>} more
 */
function callClaudeTool(name, more) {
  const callArguments = { file_path: join(workspace.path, 'src/price.js'), ...more };
  return /** @type {const} */ ({ type: 'function-call', name, callArguments });
}

/** @param {string} write - What the shell said when the model tried to change the file. */
function codexOpinion(write) {
  return `No. \`total()\` adds prices as floating-point numbers (src/price.js:2) and applies the discount without rounding
(src/price.js:3): 0.1 + 0.2 is not 0.3. Keep integer cents and round once, at the end.

I also tried to mark the file as checked. The shell said:

${indented(write.trim())}`;
}

/** @param {string} write - What became of the attempt to change the file. */
function claudeOpinion(write) {
  return `I would not. Besides the rounding, \`discount\` is not bounded (src/price.js:3): with 1.5 a customer is paid for buying.

My attempt to mark the file as checked ended in:

${indented(write.trim())}`;
}

try {
  heading('A real MCP client starts the installed package');
  const client = new Client({ name: 'demo', version: '1.0.0' }, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    console.log(`${indented(`The user is shown a form:\n${indented(params.message)}`)}\n  … and says no.`);
    return { action: 'decline' };
  });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [entry],
    cwd: workspace.path,
    env: variables,
    stderr: 'inherit',
  });
  await client.connect(transport);
  const { tools } = await client.listTools();
  console.log(`  ${entry}`);
  console.log(
    `  ${client.getServerVersion()?.name} ${client.getServerVersion()?.version}, tools: ${tools.map(({ name }) => name).join(', ')}`,
  );

  console.log(indented(`consult: ${PROPOSAL}`));
  for (const [backend, name] of [
    ['codex', 'Codex'],
    ['claude', 'Claude Code'],
  ]) {
    heading(`It asks ${name} for a second opinion`);
    const request = { backend, proposal: PROPOSAL, context_files: ['src/price.js'] };
    const result = await client.callTool({ name: 'consult', arguments: request }, undefined, {
      onprogress: ({ message }) => console.log(styleText('dim', `  … ${message ?? ''}`)),
    });
    const [block] = /** @type {{ text: string }[]} */ (result.content);
    console.log(`\n${indented(block?.text ?? '')}`);
    if (result.isError) throw new Error(`the consultation of ${name} failed`);
  }
  heading("It asks for a model above the user's limit");
  const asked = openai.requests.length;
  const dear = { backend: 'codex', model: DEAR_MODEL, proposal: PROPOSAL };
  const { content, isError } = await client.callTool({ name: 'consult', arguments: dear });
  console.log(`\n${indented(/** @type {{ text: string }[]} */ (content)[0]?.text ?? '')}`);
  if (!isError || openai.requests.length > asked) throw new Error('a dear model ran without consent');

  heading('Codex runs into its limit; where nobody is named, the other answers');
  isCodexUsedUp = true;
  for (const [backend, agent] of [
    ['codex', 'codex'],
    ['auto', 'claude'],
  ]) {
    const { content } = await client.callTool({
      name: 'consult',
      arguments: { backend, proposal: PROPOSAL },
    });
    const text = /** @type {{ text: string }[]} */ (content)[0]?.text ?? '';
    const about = text.split('\n').filter((line) => line.startsWith('>'));
    console.log(`  backend: ${backend}\n${indented(about.join('\n'))}\n`);
    if (!about.some((line) => line.startsWith(`> ${agent} `))) throw new Error(`${agent} was not asked`);
  }
  await client.close();

  heading('What can be checked');
  const changed = workspace.git('status', '--porcelain');
  if (changed !== '') throw new Error(`the workspace was changed:\n${changed}`);
  console.log('  git status in the repository: clean');
  for (const { requests } of [openai, anthropic]) {
    const senders = new Set(requests.map(({ headers }) => String(headers['user-agent'])));
    console.log(`  a model server saw ${requests.length} requests, from: ${[...senders].join(' and ')}`);
  }
  console.log('  no request of the dear model is among them');
  for (const command of ['doctor', 'route --explain', 'models', 'doctor --health']) {
    heading(`coagent8 ${command}`);
    const place = { cwd: workspace.path, env: variables };
    console.log(indented(read(process.execPath, [entry, ...command.split(' ')], place).trimEnd()));
  }
} finally {
  await openai.close();
  await anthropic.close();
  await workspace.remove();
  await codexHome.remove();
  await claudeHome.remove();
  rmSync(folder, { recursive: true, force: true });
}
