import { z } from 'zod';

/** The agent command lines that can do the work, in the order that settles equal ranks. */
export const BACKEND_IDS = ['codex', 'agy', 'claude'] as const;

/** Run-time truth of {@link BackendId}. */
export const backendIdSchema = z.enum(BACKEND_IDS);

/** One agent command line: OpenAI Codex, Antigravity `agy` or Claude Code. */
export type BackendId = z.infer<typeof backendIdSchema>;

/** The variables that name the agents' executables, and win over the configuration. */
export const EXECUTABLE_VARIABLES: Readonly<Record<BackendId, string>> = {
  codex: 'CODEX_PATH',
  agy: 'AGY_PATH',
  claude: 'CLAUDE_PATH',
};

/** What a caller may ask for: a backend, or a rule that picks one. */
export const BACKEND_CHOICES = ['auto', ...BACKEND_IDS, 'smart_quota'] as const;

/** Run-time truth of {@link BackendChoice}. */
export const backendChoiceSchema = z.enum(BACKEND_CHOICES);

/** A backend by name, or `auto` / `smart_quota`, which choose one. */
export type BackendChoice = z.infer<typeof backendChoiceSchema>;
