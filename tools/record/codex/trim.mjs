import { settle } from '../placeholders.mjs';
import { standAfter } from '../stand-after.mjs';

/** Properties of long objects that are kept, by where the object stands. All other messages are kept whole. */
const CONFIG_KEPT = [
  'model',
  'model_provider',
  'approval_policy',
  'sandbox_mode',
  'web_search',
  'mcp_servers',
  'features',
  'agents',
  'project_doc_max_bytes',
  'model_providers',
  'otel',
];
const THREAD_KEPT = [
  'id',
  'sessionId',
  'ephemeral',
  'modelProvider',
  'model',
  'status',
  'cwd',
  'cliVersion',
  'turns',
  'environments',
];
const SKILL_KEPT = ['name', 'path', 'scope', 'enabled'];
const FEATURE_KEPT = ['name', 'stage', 'enabled', 'defaultEnabled'];
/** Features that are kept beside those that the caller names: some that the profile leaves alone. */
const FEATURES_KEPT = ['shell_tool', 'unified_exec', 'code_mode'];

/** What stands for numbers and texts that differ from run to run, by the name of their property. A null stays null. */
const FIXED = {
  emittedAtMs: 1_800_000_000_000,
  startedAtMs: 1_800_000_000_000,
  completedAtMs: 1_800_000_000_000,
  startedAt: 1_800_000_000,
  completedAt: 1_800_000_000,
  createdAt: 1_800_000_000,
  updatedAt: 1_800_000_000,
  recencyAt: 1_800_000_000,
  durationMs: 1,
  /** A command that was ended by force has -1 or 137, as chance has it. */
  exitCode: (code) => (code === 137 ? -1 : code),
  processId: '1000',
  serverName: 'host',
  userAgent: (text) => text.replace(/\(.*?\)/, '(Linux; x86_64)'),
};

/**
 * Cuts the messages of one case down to what a test needs and replaces what differs from run to run: ids, times,
 * paths, ports and the machine's name.
 *
 * @param messages - What the agent sent.
 * @param paths - Paths to be replaced, with what stands for them.
 * @param {readonly string[]} features - Names of the features that a test needs.
 */
export function trim(messages, paths, features = []) {
  const keptFeatures = [...features, ...FEATURES_KEPT];
  const cuts = settleRaces(messages.filter(isOfTheAgent)).map((message) => cut(message, keptFeatures));
  return settle(cuts, { paths, fixed: FIXED });
}

/** Whether a message tells of the agent and not of the machine: a warning says that `bwrap` is not installed here. */
function isOfTheAgent({ method, params }) {
  return !(method === 'configWarning' && params.summary.includes('bubblewrap'));
}

/** What comes before or after the reply to turn/start. */
const RACING = ['warning', 'thread/settings/updated'];

function settleRaces(messages) {
  return standAfter(
    messages,
    ({ method }) => RACING.includes(method),
    ({ id }) => id === 7,
  );
}

function cut(message, keptFeatures) {
  const { id, method, params, result } = message;
  if (method === 'thread/started')
    return { ...message, params: { ...params, thread: pick(params.thread, THREAD_KEPT) } };
  if (method || !result) return message;
  if (id === 2)
    return {
      id,
      result: { config: cutConfig(result.config, keptFeatures), layers: cutLayers(result.layers) },
    };
  if (id === 3) return { id, result: { data: result.data.map(cutSkills) } };
  if (id === 4) return { id, result: { ...result, thread: pick(result.thread, THREAD_KEPT) } };
  if (id === 6) return { id, result: { ...result, data: cutFeatures(result.data, keptFeatures) } };
  return message;
}

function cutConfig(config, keptFeatures) {
  return { ...pick(config, CONFIG_KEPT), features: pick(config.features, keptFeatures) };
}

function cutLayers(layers) {
  return layers.map(({ name, disabledReason }) => ({ name, disabledReason }));
}

/** Codex's own skills stand in no recording: they are its words to a model. */
function cutSkills({ cwd, skills, errors }) {
  const others = skills.filter(({ scope }) => scope !== 'system');
  return { cwd, skills: others.map((skill) => pick(skill, SKILL_KEPT)), errors };
}

function cutFeatures(rows, keptFeatures) {
  return rows.filter(({ name }) => keptFeatures.includes(name)).map((row) => pick(row, FEATURE_KEPT));
}

function pick(object, keys) {
  return Object.fromEntries(keys.filter((key) => key in object).map((key) => [key, object[key]]));
}
