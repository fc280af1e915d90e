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
  type X509CertificateCreateCommonParams,
} from '@peculiar/x509'
import { certificateName, MAX_NAME_LENGTH, shorten } from './certificate_name.js'
import { certificateTerms } from './certificate_terms.js'
import { credentialOf, generateKeys, type Credential, type NewKey } from './credential.js'
import type { PrivateKey } from './keys/private_key.js'
import { draftKey, signedCertificate } from './keys/signed_structure.js'
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
  /** Now, by the clock that seals are dated by. */
  at: Date
  /** One is made here unless another is given. */
  key?: NewKey
}

/**
 * Makes the root that seals lead to. Live and test seals have roots of their own, so that no test seal can ever pass for a live one; the
 * test root says TEST in its name.
 *
 * @returns a self-signed P-256 certificate with its key, to be stored encrypted where it is bytes
 * @throws E_KEY_STORE_AWAY
 */
export async function createAuthority({ name, isTest, at, key }: Named): Promise<Credential> {
  const { publicKey, privateKey } = key ?? (await generateKeys())
  const subject = certificateName({ commonName: name, isTest })
  const certificate = await issued(privateKey, {
    ...certificateTerms({ at, years: ROOT_YEARS }),
    subject,
    issuer: subject,
    publicKey,
    extensions: [
      ...authorityUses(BELOW_ROOT),
      await SubjectKeyIdentifierExtension.create(publicKey),
    ],
  })
  return credentialOf(certificate, [], privateKey)
}

/** Makes an authority that a root lets issue certificates of tenants, and nothing that could issue any. */
export async function issueAuthority(
  root: Credential,
  { name, isTest, at, key }: Named
): Promise<Credential> {
  const issuer = parsed(root)
  const { publicKey, privateKey } = key ?? (await generateKeys())
  const certificate = await issued(root.privateKey, {
    ...certificateTerms({ at, years: ISSUER_YEARS, before: issuer.notAfter }),
    subject: certificateName({ commonName: name, isTest }),
    issuer: issuer.subjectName,
    publicKey,
    extensions: [
      ...authorityUses(BELOW_ISSUER),
      await SubjectKeyIdentifierExtension.create(publicKey),
      await AuthorityKeyIdentifierExtension.create(issuer.publicKey),
    ],
  })
  return credentialOf(certificate, [root.certificate, ...root.chain], privateKey)
}

export interface LeafTerms {
  tenantId: string
  tenantName: string
  isTest: boolean
  /** Where to look whether it is revoked: a list, and a service that answers for one certificate. */
  revocationList?: string
  responder?: string
  /** Now, by the clock that seals are dated by. */
  at: Date
  /** It ends then, or with its issuer; after three years unless that is given. */
  until?: Date
  /** One is made here unless another is given. */
  key?: NewKey
}

/**
 * Issues the certificate that one tenant's documents are sealed with. It ends before its issuer does.
 *
 * Its uses are e-mail protection, which readers such as Acrobat and pdfsig look for, and document
 * signing (RFC 9336).
 */
export async function issueLeaf(
  authority: Credential,
  { tenantId, tenantName, isTest, revocationList, responder, at, until, key }: LeafTerms
): Promise<Credential> {
  const issuer = parsed(authority)
  const { publicKey, privateKey } = key ?? (await generateKeys())
  const suffix = ' document seal'
  const commonName = `${shorten(tenantName, MAX_NAME_LENGTH - suffix.length)}${suffix}`
  const extensions: Extension[] = [
    new BasicConstraintsExtension(false, undefined, true),
    new KeyUsagesExtension(KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation, true),
    new ExtendedKeyUsageExtension([OID.emailProtection, OID.documentSigning]),
    await SubjectKeyIdentifierExtension.create(publicKey),
    await AuthorityKeyIdentifierExtension.create(issuer.publicKey),
    ...(responder
      ? [new AuthorityInfoAccessExtension({ ocsp: new GeneralName('url', responder) })]
      : []),
    ...(revocationList ? [new CRLDistributionPointsExtension([revocationList])] : []),
  ]
  const certificate = await issued(authority.privateKey, {
    ...certificateTerms({ at, years: LEAF_YEARS, until, before: issuer.notAfter }),
    subject: certificateName({ commonName, organization: tenantName, unit: tenantId, isTest }),
    issuer: issuer.subjectName,
    publicKey,
    extensions,
  })
  return credentialOf(certificate, [authority.certificate, ...authority.chain], privateKey)
}

interface Contents extends X509CertificateCreateCommonParams {
  publicKey: Uint8Array<ArrayBuffer>
}

/** A certificate that says this, signed by its issuer wherever its key is. @throws E_KEY_STORE_AWAY */
async function issued(issuer: PrivateKey, contents: Contents): Promise<X509Certificate> {
  const draft = await X509CertificateGenerator.create({ ...contents, signingKey: await draftKey() })
  return new X509Certificate(await signedCertificate(draft.rawData, issuer))
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
