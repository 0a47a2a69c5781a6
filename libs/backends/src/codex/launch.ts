import type { BackendTurn } from '../backend.js';
import { foldersUpFrom } from '../folders-up.js';
import {
  APPROVAL_POLICY,
  featureTable,
  PERMISSION_PROFILE,
  SANDBOX_POLICY,
  TELEMETRY,
  threadConfig,
} from './profile.js';

/** Beginnings of the names of the variables that belong to Codex. */
export const CODEX_FAMILIES = ['CODEX_', 'OPENAI_'] as const;

const MODELS_PER_PAGE = 500;

/** How we introduce ourselves. The name becomes the `originator` of the thread. */
const CLIENT_INFO = { name: 'coagent8', title: 'CoAgent8', version: '1' } as const;

/**
 * Arguments of an app-server whose defaults are the profile already: a floor below what each thread asks for. Servers
 * are not in it: a name that is not configured ends the process (0.150 to 0.171). `notify` is a program that would be
 * given every prompt, and so may telemetry be. An untrusted folder's own configuration, with its rules, hooks, servers and instructions, is not
 * loaded; the folders above count, too, since a repository's root may be one of them.
 */
export function serverArguments(workspacePath: string): string[] {
  const settings = [
    'sandbox_mode="read-only"',
    `approval_policy="${APPROVAL_POLICY}"`,
    'agents.enabled=false',
    'notify=[]',
    ...TELEMETRY.map((exporter) => `otel.${exporter}="none"`),
    noProjects(workspacePath),
    ...Object.entries(featureTable()).map(([name, enabled]) => `features.${name}=${enabled}`),
  ];
  return ['app-server', ...settings.flatMap((setting) => ['-c', setting])];
}

/**
 * Arguments that run `program` in Codex's sandbox from `folder`, and nothing else: under a profile of ours, since the user's
 * own may be none, and without what a trusted repository around the folder says, which may name other programs to run and
 * no sandbox (0.150 to 0.171).
 */
export function sandboxArguments(folder: string, program: readonly string[]): string[] {
  const settings = [
    `default_permissions="${PERMISSION_PROFILE}"`,
    `permissions.${PERMISSION_PROFILE}={filesystem={":root"="read"}}`,
    noProjects(folder),
  ];
  return ['sandbox', ...settings.flatMap((setting) => ['-c', setting]), '--', ...program];
}

/** No project around `folder` is trusted. */
function noProjects(folder: string): string {
  return `projects={${foldersUpFrom(folder).map(untrusted).join(',')}}`;
}

/** A JSON string is a TOML string, once DEL is escaped as well. */
function untrusted(folder: string): string {
  return `${JSON.stringify(folder).replaceAll('\u007f', '\\u007f')}={trust_level="untrusted"}`;
}

/** Parameters of `initialize`. `experimentalApi` is what `thread/backgroundTerminals/clean` needs. */
export function initializeParams() {
  return { clientInfo: CLIENT_INFO, capabilities: { experimentalApi: true, requestAttestation: false } };
}

/**
 * Parameters of `config/read`: what holds for the workspace before a thread overrides it, and where it comes from.
 */
export function configParams(workspacePath: string) {
  return { cwd: workspacePath, includeLayers: true };
}

/** Parameters of `skills/list`. */
export function skillParams(workspacePath: string) {
  return { cwds: [workspacePath] };
}

/** Parameters of `model/list`: those that Codex shows in its own list, many at once. */
export function modelParams() {
  return { limit: MODELS_PER_PAGE, includeHidden: false };
}

/** Parameters of `thread/start`. It names no sandbox: that would replace the permission profile. */
export function threadParams(options: {
  readonly workspacePath: string;
  readonly model?: string;
  readonly servers: readonly string[];
  /** The user's folder, as Codex names it. */
  readonly codexHome: string;
  /** Paths of all skills. */
  readonly skills: readonly string[];
  readonly ephemeral: boolean;
}) {
  const { workspacePath, model, servers, codexHome, skills, ephemeral } = options;
  return {
    cwd: workspacePath,
    approvalPolicy: APPROVAL_POLICY,
    ephemeral,
    ...(model === undefined ? {} : { model }),
    config: threadConfig({ servers, codexHome, skills }),
  };
}

/** Parameters of `turn/start`: the permissions again, since they bind even where those of the thread do not. */
export function turnParams(
  threadId: string,
  { prompt, model, reasoningEffort }: Pick<BackendTurn, 'prompt' | 'model' | 'reasoningEffort'>,
) {
  return {
    threadId,
    input: [{ type: 'text', text: prompt, text_elements: [] }],
    ...(model === undefined ? {} : { model }),
    ...(reasoningEffort === undefined ? {} : { effort: reasoningEffort }),
    approvalPolicy: APPROVAL_POLICY,
    sandboxPolicy: SANDBOX_POLICY,
  };
}
