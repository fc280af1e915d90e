import 'reflect-metadata'
import {
  AuthorityInfoAccessExtension,
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  CRLDistributionPointsExtension,
  ExtendedKeyUsageExtension,
  GeneralName,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
  type Extension,
} from '@peculiar/x509'
import { certificateName, MAX_NAME_LENGTH, shorten } from './certificate_name.js'
import { certificateTerms } from './certificate_terms.js'
import { credentialOf, generateKeys, importSigningKey, type Credential } from './credential.js'
import { OID } from './pades/object_identifiers.js'

export type { Credential } from './credential.js'

const ROOT_YEARS = 20
const ISSUER_YEARS = 10
export const LEAF_YEARS = 3
/** How many authorities may follow in a path (RFC 5280, 4.2.1.9). */
const BELOW_ROOT = 1
const BELOW_ISSUER = 0

interface Named {
  name: string
  isTest: boolean
  at?: Date
}

/**
 * Makes the root that seals lead to. Live and test seals have roots of their own, so that no test seal can ever pass for a live one; the
 * test root says TEST in its name.
 *
 * @returns a self-signed P-256 certificate with its key, to be stored encrypted
 */
export async function createAuthority({
  name,
  isTest,
  at = new Date(),
}: Named): Promise<Credential> {
  const keys = await generateKeys()
  const subject = certificateName({ commonName: name, isTest })
  const certificate = await X509CertificateGenerator.create({
    ...certificateTerms({ at, years: ROOT_YEARS }),
    subject,
    issuer: subject,
    publicKey: keys.publicKey,
    signingKey: keys.privateKey,
    extensions: [
      ...authorityUses(BELOW_ROOT),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return credentialOf(certificate, [], keys)
}

/** Makes an authority that a root lets issue certificates of tenants, and nothing that could issue any. */
export async function issueAuthority(
  root: Credential,
  { name, isTest, at = new Date() }: Named
): Promise<Credential> {
  const issuer = parsed(root)
  const keys = await generateKeys()
  const certificate = await X509CertificateGenerator.create({
    ...certificateTerms({ at, years: ISSUER_YEARS, before: issuer.notAfter }),
    subject: certificateName({ commonName: name, isTest }),
    issuer: issuer.subjectName,
    publicKey: keys.publicKey,
    signingKey: await importSigningKey(root.privateKey),
    extensions: [
      ...authorityUses(BELOW_ISSUER),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      await AuthorityKeyIdentifierExtension.create(issuer.publicKey),
    ],
  })
  return credentialOf(certificate, [root.certificate, ...root.chain], keys)
}

export interface LeafTerms {
  tenantId: string
  tenantName: string
  isTest: boolean
  /** Where to look whether it is revoked: a list, and a service that answers for one certificate. */
  revocationList?: string
  responder?: string
  at?: Date
}

/**
 * Issues the certificate that one tenant's documents are sealed with. It ends before its issuer does.
 *
 * Its uses are e-mail protection, which readers such as Acrobat and pdfsig look for, and document
 * signing (RFC 9336).
 */
export async function issueLeaf(
  authority: Credential,
  { tenantId, tenantName, isTest, revocationList, responder, at = new Date() }: LeafTerms
): Promise<Credential> {
  const issuer = parsed(authority)
  const keys = await generateKeys()
  const suffix = ' document seal'
  const commonName = `${shorten(tenantName, MAX_NAME_LENGTH - suffix.length)}${suffix}`
  const extensions: Extension[] = [
    new BasicConstraintsExtension(false, undefined, true),
    new KeyUsagesExtension(KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation, true),
    new ExtendedKeyUsageExtension([OID.emailProtection, OID.documentSigning]),
    await SubjectKeyIdentifierExtension.create(keys.publicKey),
    await AuthorityKeyIdentifierExtension.create(issuer.publicKey),
    ...(responder
      ? [new AuthorityInfoAccessExtension({ ocsp: new GeneralName('url', responder) })]
      : []),
    ...(revocationList ? [new CRLDistributionPointsExtension([revocationList])] : []),
  ]
  const certificate = await X509CertificateGenerator.create({
    ...certificateTerms({ at, years: LEAF_YEARS, before: issuer.notAfter }),
    subject: certificateName({ commonName, organization: tenantName, unit: tenantId, isTest }),
    issuer: issuer.subjectName,
    publicKey: keys.publicKey,
    signingKey: await importSigningKey(authority.privateKey),
    extensions,
  })
  return credentialOf(certificate, [authority.certificate, ...authority.chain], keys)
}

function parsed({ certificate }: Credential): X509Certificate {
  return new X509Certificate(certificate as Uint8Array<ArrayBuffer>)
}

function authorityUses(pathLength: number): Extension[] {
  return [
    new BasicConstraintsExtension(true, pathLength, true),
    new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
  ]
}
