import { z } from 'zod';

/** Run-time truth of {@link WorkspaceChoice}. */
export const workspaceChoiceSchema = z.strictObject({
  /** Canonical absolute path. */
  path: z.string(),
  source: z.enum(['explicit', 'root', 'directory']),
});

/** The folder a turn works in, and how it was found. */
export type WorkspaceChoice = z.infer<typeof workspaceChoiceSchema>;

/** `explicit`: named by the caller; `root`: a client root; `directory`: where the server or command was started. */
export type WorkspaceSource = WorkspaceChoice['source'];
