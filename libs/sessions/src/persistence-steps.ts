/** What is done to a session on the disk. `settle`: a turn is ended whose server is dead. */
export const PERSISTENCE_OPERATIONS = ['begin', 'continue', 'run', 'stop', 'end', 'settle', 'close'] as const;
/** The moments of an operation at which a process may be killed: before its lock, under it, after its write, after it. */
export const PERSISTENCE_MOMENTS = ['asked', 'locked', 'written', 'freed'] as const;

/** One of {@link PERSISTENCE_OPERATIONS}. */
export type PersistenceOperation = (typeof PERSISTENCE_OPERATIONS)[number];
/** A moment of an operation; `end:stored`: the result is on the disk, the record is not. */
export type PersistenceStep =
  `${PersistenceOperation}:${(typeof PERSISTENCE_MOMENTS)[number]}` | 'end:stored';

/** Every step, in the order of a session's life. Whoever proves that a death loses nothing dies at each. */
export const PERSISTENCE_STEPS: readonly PersistenceStep[] = PERSISTENCE_OPERATIONS.flatMap((operation) =>
  PERSISTENCE_MOMENTS.flatMap((moment): readonly PersistenceStep[] =>
    operation === 'end' && moment === 'written' ? ['end:stored', 'end:written'] : [`${operation}:${moment}`],
  ),
);
