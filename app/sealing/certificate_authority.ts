import 'reflect-metadata'
import { randomBytes, webcrypto } from 'node:crypto'
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  CRLDistributionPointsExtension,
  cryptoProvider,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  Name,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
  type Extension,
  type JsonNameParams,
} from '@peculiar/x509'
import { OID } from './pades/object_identifiers.js'

/** ITU-T X.520: no name part is longer. */
const MAX_NAME_LENGTH = 64
const AUTHORITY_YEARS = 20
const LEAF_YEARS = 3
/** Other clocks may be behind ours. */
const BACKDATED_MS = 5 * 60_000
export const SIGNING_ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const TEST = 'TEST - NOT VALID'

/** A certificate with its key, all DER; `chain` are its issuers, the root last. */
export interface Credential {
  certificate: Uint8Array
  chain: Uint8Array[]
  /** PKCS#8 */
  privateKey: Uint8Array
}

interface Subject {
  commonName: string
  organization?: string
  unit?: string
  isTest: boolean
}

cryptoProvider.set(webcrypto as never)

/**
 * Makes the root that a cell's seals lead to. Live and test seals have roots of their own, so that
 * no test seal can ever pass for a live one; the test root says TEST in its name.
 *
 * @returns a self-signed P-256 certificate with its key, to be stored encrypted
 */
export async function createAuthority({
  name,
  isTest,
  at = new Date(),
}: {
  name: string
  isTest: boolean
  at?: Date
}): Promise<Credential> {
  const keys = await generateKeys()
  const subject = distinguishedName({ commonName: name, isTest })
  const certificate = await X509CertificateGenerator.create({
    ...terms(at, AUTHORITY_YEARS),
    subject,
    issuer: subject,
    publicKey: keys.publicKey,
    signingKey: keys.privateKey,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return credential(certificate, [], keys)
}

/**
 * Issues the certificate that one tenant's documents are sealed with.
 *
 * Its uses are e-mail protection, which readers such as Acrobat and pdfsig look for, and document
 * signing (RFC 9336).
 */
export async function issueLeaf(
  authority: Credential,
  {
    tenantId,
    tenantName,
    isTest,
    revocationList,
    at = new Date(),
  }: {
    tenantId: string
    tenantName: string
    isTest: boolean
    /** Where to look whether it is revoked. */
    revocationList?: string
    at?: Date
  }
): Promise<Credential> {
  const issuer = new X509Certificate(authority.certificate as Uint8Array<ArrayBuffer>)
  const keys = await generateKeys()
  const suffix = ' document seal'
  const commonName = `${shorten(tenantName, MAX_NAME_LENGTH - suffix.length)}${suffix}`
  const extensions: Extension[] = [
    new BasicConstraintsExtension(false, undefined, true),
    new KeyUsagesExtension(KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation, true),
    new ExtendedKeyUsageExtension([OID.emailProtection, OID.documentSigning]),
    await SubjectKeyIdentifierExtension.create(keys.publicKey),
    await AuthorityKeyIdentifierExtension.create(issuer.publicKey),
    ...(revocationList ? [new CRLDistributionPointsExtension([revocationList])] : []),
  ]
  const certificate = await X509CertificateGenerator.create({
    ...terms(at, LEAF_YEARS),
    subject: distinguishedName({ commonName, organization: tenantName, unit: tenantId, isTest }),
    issuer: issuer.subjectName,
    publicKey: keys.publicKey,
    signingKey: await importSigningKey(authority.privateKey),
    extensions,
  })
  return credential(certificate, [authority.certificate, ...authority.chain], keys)
}

function distinguishedName({ commonName, organization, unit, isTest }: Subject): Name {
  // values as objects: plain strings are searched for quotation marks and escapes
  const parts: JsonNameParams = []
  if (organization) parts.push({ O: [{ utf8String: shorten(organization) }] })
  if (isTest) parts.push({ OU: [{ utf8String: TEST }] })
  if (unit) parts.push({ OU: [{ utf8String: shorten(unit) }] })
  parts.push({ CN: [{ utf8String: shorten(commonName) }] })
  return new Name(parts)
}

/** Cut between characters, never within one. */
function shorten(text: string, length = MAX_NAME_LENGTH) {
  return [...text].slice(0, length).join('')
}

function terms(at: Date, years: number) {
  const notAfter = new Date(at)
  notAfter.setUTCFullYear(notAfter.getUTCFullYear() + years)
  return {
    serialNumber: serialNumber(),
    notBefore: new Date(at.getTime() - BACKDATED_MS),
    notAfter,
    signingAlgorithm: SIGNING_ALGORITHM,
  }
}

/** Positive, not zero, at most 20 bytes (RFC 5280, 4.1.2.2). */
function serialNumber() {
  const bytes = randomBytes(16)
  bytes[0] = (bytes[0]! & 0x7f) | 0x40
  return bytes.toString('hex')
}

function generateKeys() {
  return webcrypto.subtle.generateKey(SIGNING_ALGORITHM, true, ['sign', 'verify'])
}

export function importSigningKey(pkcs8: Uint8Array) {
  return webcrypto.subtle.importKey(
    'pkcs8',
    pkcs8 as Uint8Array<ArrayBuffer>,
    SIGNING_ALGORITHM,
    false,
    ['sign']
  )
}

async function credential(
  certificate: X509Certificate,
  chain: Uint8Array[],
  keys: webcrypto.CryptoKeyPair
): Promise<Credential> {
  const privateKey = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)
  return {
    certificate: new Uint8Array(certificate.rawData),
    chain,
    privateKey: new Uint8Array(privateKey),
  }
}
