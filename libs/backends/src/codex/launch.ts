import type { BackendTurn } from '../backend.js';
import { APPROVAL_POLICY, featureTable, SANDBOX_POLICY, threadConfig } from './profile.js';

/** Beginnings of the names of the variables that belong to Codex. */
export const CODEX_FAMILIES = ['CODEX_', 'OPENAI_'] as const;

/** How we introduce ourselves. The name becomes the `originator` of the thread. */
export const CLIENT_INFO = { name: 'coagent8', title: 'CoAgent8', version: '1' } as const;

/**
 * Arguments of an app-server whose defaults are the profile already: a floor below what each thread asks for. Servers
 * are not in it: a name that is not configured ends the process (0.150 to 0.171).
 */
export function serverArguments(): string[] {
  const settings = [
    'sandbox_mode="read-only"',
    `approval_policy="${APPROVAL_POLICY}"`,
    'agents.enabled=false',
    ...Object.entries(featureTable()).map(([name, enabled]) => `features.${name}=${enabled}`),
  ];
  return ['app-server', ...settings.flatMap((setting) => ['-c', setting])];
}

/** Parameters of `initialize`. `experimentalApi` is what `thread/backgroundTerminals/clean` needs. */
export function initializeParams() {
  return { clientInfo: CLIENT_INFO, capabilities: { experimentalApi: true, requestAttestation: false } };
}

/** Parameters of `thread/start`. */
export function threadParams(options: {
  readonly workspacePath: string;
  readonly model?: string;
  readonly servers: readonly string[];
  readonly ephemeral: boolean;
}) {
  const { workspacePath, model, servers, ephemeral } = options;
  return {
    cwd: workspacePath,
    sandbox: 'read-only',
    approvalPolicy: APPROVAL_POLICY,
    ephemeral,
    ...(model === undefined ? {} : { model }),
    config: threadConfig(servers),
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
