import { X509Certificate, createPrivateKey } from 'node:crypto';

import { describe, expect, it } from '@jest/globals';

import { createSelfSignedCertificate } from './self-signed-certificate.js';

const DAY_MS = 24 * 60 * 60_000;

describe('a certificate of a test', () => {
  const nowMs = Date.UTC(2030, 0, 2);
  const { key, cert } = createSelfSignedCertificate(['*.example.invalid', 'localhost'], nowMs);
  const certificate = new X509Certificate(cert);

  it('vouches for itself, with its own key', () => {
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(certificate.checkPrivateKey(createPrivateKey(key))).toBe(true);
    expect(certificate.ca).toBe(true);
  });

  it('is for the names that it was asked for, and no others', () => {
    const names = ['a.example.invalid', 'localhost', 'example.com'];
    expect(names.map((name) => certificate.checkHost(name) !== undefined)).toEqual([true, true, false]);
  });

  it('holds for a day before and after', () => {
    const times = [certificate.validFrom, certificate.validTo].map((text) => Date.parse(text));
    expect(times).toEqual([nowMs - DAY_MS, nowMs + DAY_MS]);
  });

  it('has a number of its own', () => {
    const other = new X509Certificate(createSelfSignedCertificate(['localhost'], nowMs).cert);
    expect(other.serialNumber).not.toBe(certificate.serialNumber);
  });
});
