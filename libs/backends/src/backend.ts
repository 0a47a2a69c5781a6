import type {
  BackendEvent,
  BackendId,
  Environment,
  ProfileEvidence,
  QuotaReading,
} from '@coagent8/contracts';
import type { ModelCatalog } from '@coagent8/models';

/** Where an executable may be looked for. */
export interface LocateRequest {
  readonly environment: Environment;
  /** `backends.<id>.executable`: an absolute path, one below `~/`, or `vscode-extension`. */
  readonly configuredExecutable?: string;
  /** Programs inside this folder, and the repository around it, are never chosen from `PATH`. */
  readonly workspacePath?: string;
}

/** How an executable was found. `official`: a folder of an installer or of a package manager. */
export type ExecutableSource = 'environment' | 'configuration' | 'path' | 'extension' | 'official';

/** The program that speaks a backend's protocol. */
export interface Executable {
  /** Absolute. The native program where the hit was a wrapper around one. */
  readonly path: string;
  readonly source: ExecutableSource;
}

/** What an examination is made with. */
export interface ExamineRequest {
  readonly executable: Executable;
  /** Canonical absolute path. */
  readonly workspacePath: string;
  readonly environment: Environment;
  /** Names of further variables for the agent: `backends.<id>.env`. */
  readonly passVariables: readonly string[];
  /** Workspaces whose own hooks and servers the user accepts: `backends.agy.trustedWorkspaces`. Default: none. */
  readonly trustedWorkspaces?: readonly string[];
  readonly signal: AbortSignal;
}

/**
 * Whether there is what the agent signs in with. `present`: an account, a key or a token is there, and only a turn tells
 * whether it is accepted. `unknown`: none is needed, or nobody can tell.
 */
export interface Authentication {
  readonly state: 'present' | 'absent' | 'unknown';
  readonly detail: string;
  /** How the user signs in, where they are not, or where nobody can tell and they may have to, as a sentence part. */
  readonly remedy?: string;
}

/** What can be said about a backend without a turn. */
export interface BackendExamination {
  readonly version?: string;
  /** Failed checks are among them: they do not reject. One of them tells what may still be alive, if anything. */
  readonly evidence: ProfileEvidence;
  readonly authentication: Authentication;
}

/** What a catalog depends on beside the executable: where one of these changes, the agent is asked again. */
export interface CatalogInputs {
  /** Absolute paths of the agent's own settings and sign-in. Their times and sizes count, never their content. */
  readonly files: readonly string[];
  /** Variables that the agent is given: its provider, its keys. They are hashed and kept nowhere. */
  readonly variables: Readonly<Record<string, string>>;
}

/** What the agent says of the model that it is about to run. */
export interface ReportedModel {
  readonly model: string;
  /** What the name that was asked for stands for, where the agent says so. */
  readonly askedModel?: string;
}

/** One turn for a backend: everything it needs and nothing it could choose. */
export interface BackendTurn {
  readonly executable: Executable;
  /** Complete; it is sent as it is. */
  readonly prompt: string;
  /** Default: what the agent's own configuration says. */
  readonly model?: string;
  /** Default: what the agent's own configuration says. */
  readonly reasoningEffort?: string;
  /** Canonical absolute path. */
  readonly workspacePath: string;
  readonly environment: Environment;
  /** Names of further variables for the agent: `backends.<id>.env`. */
  readonly passVariables: readonly string[];
  /** Workspaces whose own hooks and servers the user accepts: `backends.agy.trustedWorkspaces`. Default: none. */
  readonly trustedWorkspaces?: readonly string[];
  /**
   * Told which model the agent reports as soon as it does: before the prompt is sent where the agent can be asked, else at
   * its first word. What it throws, a `CoAgentError`, ends the turn with that failure, and what was said is void. The first
   * report waits for a promise; a later one need not, and its rejection is for who gave it to act on, by the signal.
   * Default: any model may run.
   */
  readonly requireModel?: (reported: ReportedModel) => void | Promise<void>;
  /** Stops the turn. Its reason is the `CoAgentError` that the turn then fails with: `ABORTED` or `TIMEOUT`. */
  readonly signal: AbortSignal;
}

/** One agent command line, spoken to in its own protocol. It never chooses a model, a price or another backend. */
export interface Backend {
  readonly id: BackendId;
  /** What a prompt has to say to this agent beside what it says to all of them, as a sentence. */
  readonly promptNote?: string;
  /**
   * Finds the executable without starting anything.
   *
   * @throws CoAgentError `CLI_NOT_FOUND`, saying what was tried.
   */
  readonly locate: (request: LocateRequest) => Promise<Executable>;
  /**
   * Asks the agent what it can be asked without a turn. Starts it, sends no prompt, leaves nothing running.
   *
   * @throws CoAgentError where there is nothing to judge: `CLI_UNSUPPORTED` (too old), `SANDBOX_UNAVAILABLE` (it refuses
   * the profile's configuration), `PROCESS_ERROR`, `PROTOCOL_ERROR`, or the reason of the signal.
   */
  readonly examine: (request: ExamineRequest) => Promise<BackendExamination>;
  /** What the catalog of this agent depends on. Starts nothing, reads nothing. */
  readonly catalogInputs: (
    request: Pick<ExamineRequest, 'environment' | 'passVariables'>,
  ) => Promise<CatalogInputs>;
  /**
   * Asks the agent which models it offers, and which one it takes when nothing is named. Starts it, sends no prompt,
   * leaves nothing running.
   *
   * @throws CoAgentError as {@link Backend.examine}, and `AUTH_REQUIRED` where the agent lists nothing to a stranger.
   */
  readonly listModels: (request: ExamineRequest) => Promise<ModelCatalog>;
  /**
   * Asks the agent what a name stands for that it does not list. Absent where a name is nothing but itself. Starts the
   * agent, sends no prompt, leaves nothing running.
   *
   * @throws CoAgentError as {@link Backend.listModels}; `MODEL_UNAVAILABLE` where the agent says that there is none.
   */
  readonly resolveModel?: (request: ExamineRequest & { readonly model: string }) => Promise<string>;
  /**
   * Asks the agent how much of its account's limits is used. Starts it, sends no prompt, leaves nothing running. What it
   * does not tell is left out, and where it tells nothing the reading says why. Nothing in it says whose account it is.
   *
   * @throws CoAgentError as {@link Backend.examine}; `AUTH_REQUIRED` where the sign-in is refused, or agy has none;
   * `TIMEOUT` after half a minute, for agy `PROTOCOL_ERROR`.
   */
  readonly readQuota: (request: ExamineRequest) => Promise<QuotaReading>;
  /**
   * Runs one turn. It begins when the first event is asked for, never throws, and ends with exactly one `completed` or
   * `failed`, which comes when the agent's processes have ended. Leaving the loop early stops the turn; the loop is
   * left when it has been stopped. To be iterated once.
   */
  readonly startTurn: (turn: BackendTurn) => AsyncIterable<BackendEvent>;
}
