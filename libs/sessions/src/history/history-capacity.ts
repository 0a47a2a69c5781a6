import type { SessionHandle } from '@coagent8/contracts';

/** Size of the largest archive of one session, in bytes. */
export const HISTORY_SESSION_MAX_BYTES = 10 * 1024 * 1024;
/** What all archives together may take, in bytes. What a replaced file takes until it is gone is not counted. */
export const HISTORY_TOTAL_MAX_BYTES = 100 * 1024 * 1024;
/** In what steps room is reserved, in bytes: an archive counts as the next multiple of its size. */
export const HISTORY_BLOCK_BYTES = 16 * 1024;

/** What is known of an archive when room is wanted. */
export interface ArchiveSize {
  readonly handle: SessionHandle;
  /** Of its files together. */
  readonly bytes: number;
  /** When it was last written, in milliseconds since 1970. */
  readonly writtenAtMs: number;
}

/** What an archive of that size counts as, in bytes. */
export function reservedBytes(bytes: number): number {
  return Math.ceil(bytes / HISTORY_BLOCK_BYTES) * HISTORY_BLOCK_BYTES;
}

/**
 * Which archives would have to go, the one that was written longest ago first, and how much each gives, until there is room
 * for `wanted`: itself never.
 *
 * @param wanted - The archive as it is going to be.
 */
export function planEviction(
  archives: readonly ArchiveSize[],
  wanted: Pick<ArchiveSize, 'handle' | 'bytes'>,
  totalMaxBytes = HISTORY_TOTAL_MAX_BYTES,
): { readonly excessBytes: number; readonly candidates: readonly ArchiveSize[] } {
  const others = archives.filter(({ handle }) => handle !== wanted.handle);
  const taken = others.reduce((sum, { bytes }) => sum + reservedBytes(bytes), reservedBytes(wanted.bytes));
  return {
    excessBytes: taken - totalMaxBytes,
    candidates: [...others].sort((one, other) => one.writtenAtMs - other.writtenAtMs),
  };
}
