import { z } from 'zod';

/** What every handle begins with. */
export const SESSION_HANDLE_PREFIX = 'ses_';
/** How many hexadecimal digits follow. */
export const SESSION_HANDLE_DIGITS = 32;

/** Run-time truth of {@link SessionHandle}. */
export const sessionHandleSchema = z.templateLiteral([
  SESSION_HANDLE_PREFIX,
  z.string().regex(/^[0-9a-f]{32}$/),
]);

/** Names a session to callers: `ses_` and 32 lower-case hexadecimal digits, drawn at random. */
export type SessionHandle = z.infer<typeof sessionHandleSchema>;

/**
 * States in which somebody owns the session's turn. `starting`: stored, the agent not asked yet; `running`: the agent
 * works; `stopping`: it was asked to stop.
 */
export const ACTIVE_STATES = ['starting', 'running', 'stopping'] as const;
/** States in which nobody does: how the last turn ended. `interrupted`: its server ended before it did. */
export const SETTLED_STATES = ['answered', 'failed', 'cancelled', 'interrupted'] as const;
/** All states of a session; out of `closed` nothing leads. */
export const SESSION_STATES = [...ACTIVE_STATES, ...SETTLED_STATES, 'closed'] as const;

/** Run-time truth of {@link SessionState}. */
export const sessionStateSchema = z.enum(SESSION_STATES);

/** One of {@link ACTIVE_STATES}. */
export type ActiveState = (typeof ACTIVE_STATES)[number];
/** One of {@link SETTLED_STATES}. */
export type SettledState = (typeof SETTLED_STATES)[number];
/** One of {@link SESSION_STATES}. */
export type SessionState = z.infer<typeof sessionStateSchema>;
