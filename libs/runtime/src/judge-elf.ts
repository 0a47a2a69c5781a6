/** How every ELF file begins. */
export const ELF_START = '\x7fELF';

/** The header of a 64-bit program. */
const LONG_HEADER_BYTES = 64;
/** The header of a 32-bit program. */
const SHORT_HEADER_BYTES = 52;
/** The part that says which machine a program is for. */
const IDENTITY_BYTES = 20;

const BITS_32 = 1;
const BITS_64 = 2;
const LITTLE_ENDIAN = 1;

/** What a program for this architecture says of itself. All of these are little-endian. */
const MACHINES: Partial<Record<NodeJS.Architecture, { readonly bits: number; readonly machine: number }>> = {
  x64: { bits: BITS_64, machine: 62 },
  arm64: { bits: BITS_64, machine: 183 },
  arm: { bits: BITS_32, machine: 40 },
  ia32: { bits: BITS_32, machine: 3 },
};

/**
 * Why an ELF file cannot run here; `undefined` where nothing speaks against it. Of an architecture that is not in the
 * table only a complete header is asked.
 *
 * @param start - The beginning of the file: 64 bytes or more, or all of a shorter file.
 */
export function whyElfCannotRun(
  start: Buffer,
  architecture: NodeJS.Architecture = process.arch,
): string | undefined {
  if (start.length < IDENTITY_BYTES) return 'it is damaged';
  const [bits, byteOrder, machine] = [start[4], start[5], start.readUInt16LE(18)];
  const own = MACHINES[architecture];
  if (own && !(bits === own.bits && byteOrder === LITTLE_ENDIAN && machine === own.machine)) {
    return 'it is a program for another machine';
  }
  return start.length < (bits === BITS_32 ? SHORT_HEADER_BYTES : LONG_HEADER_BYTES)
    ? 'it is damaged'
    : undefined;
}
