import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A server's key and the certificate that vouches for itself, both as PEM. */
export interface SelfSignedCertificate {
  readonly key: string;
  readonly cert: string;
}

/** How long it holds before and after now, in milliseconds. */
const VALIDITY_MS = 24 * 60 * 60_000;

const OID = {
  commonName: '550403',
  ecdsaWithSha256: '2a8648ce3d040302',
  basicConstraints: '551d13',
  subjectAltName: '551d11',
} as const;

/** Tags of DER, the encoding of certificates. */
const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  oid: 0x06,
  utf8: 0x0c,
  time: 0x17,
  sequence: 0x30,
  set: 0x31,
  version: 0xa0,
  extensions: 0xa3,
  dnsName: 0x82,
} as const;

/**
 * Makes a certificate for a server of a test, which a program believes that is told to trust it. Needs no program for it.
 *
 * @param dnsNames - Names of the server; the first part of one may be `*`.
 * @param nowMs - Milliseconds since 1970. Default: now.
 */
export function createSelfSignedCertificate(
  dnsNames: readonly string[],
  nowMs = Date.now(),
): SelfSignedCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(oid(OID.ecdsaWithSha256));
  const name = sequence(der(TAG.set, sequence(oid(OID.commonName), der(TAG.utf8, Buffer.from('test')))));
  const content = sequence(
    der(TAG.version, integer(Buffer.of(2))),
    integer(Buffer.concat([Buffer.of(1), randomBytes(8)])),
    algorithm,
    name,
    sequence(time(nowMs - VALIDITY_MS), time(nowMs + VALIDITY_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(TAG.extensions, sequence(...extensions(dnsNames))),
  );
  const signature = der(TAG.bitString, Buffer.of(0), sign('sha256', content, privateKey));
  const cert = sequence(content, algorithm, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${cert.match(/.{1,64}/g)?.join('\n')}\n-----END CERTIFICATE-----\n`,
  };
}

function extensions(dnsNames: readonly string[]): Buffer[] {
  const isAuthority = sequence(der(TAG.boolean, Buffer.of(0xff)));
  const names = sequence(...dnsNames.map((name) => der(TAG.dnsName, Buffer.from(name))));
  return [
    sequence(oid(OID.basicConstraints), der(TAG.octetString, isAuthority)),
    sequence(oid(OID.subjectAltName), der(TAG.octetString, names)),
  ];
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.of(tag), length(content.length), content]);
}

/** In one byte below 128, else after the number of its bytes: as few as can be, or a strict reader refuses it. */
function length(bytes: number): Buffer {
  if (bytes < 0x80) return Buffer.of(bytes);
  return bytes < 0x100 ? Buffer.of(0x81, bytes) : Buffer.of(0x82, bytes >> 8, bytes & 0xff);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(TAG.sequence, ...parts);
}

function integer(bytes: Buffer): Buffer {
  return der(TAG.integer, bytes);
}

function oid(hex: string): Buffer {
  return der(TAG.oid, Buffer.from(hex, 'hex'));
}

/** `YYMMDDHHMMSSZ`: what has to be written so until 2049. */
function time(ms: number): Buffer {
  const digits = new Date(ms).toISOString().slice(2, 19).replaceAll(/\D/g, '');
  return der(TAG.time, Buffer.from(`${digits}Z`));
}
