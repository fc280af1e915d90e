import EvidenceContradicted from '#app/audit/errors/evidence_contradicted'
import type { VerifiedTrail } from '#app/audit/verified_trail'
import type Document from '#app/documents/document'
import { documentLanguage } from '#app/documents/document_language'
import { trackingUrl } from '#app/documents/document_transformer'
import { codeAddress } from '#app/documents/tracking/printed_code'
import type { ProvenDocument } from '#app/documents/evidence/proven_document'
import type { ProvenSigner } from '#app/documents/evidence/proven_signer'
import type { VerifiedDocument } from '#app/documents/evidence/verified_document'
import { isActing, type SignerRole } from '#app/documents/signers/signer_role'
import { Phrasebook } from '#app/foundation/phrases/phrasebook'
import { sha256Hex } from '#app/foundation/opaque_token'
import type {
  CertificateAccess,
  CertificateContent,
  CertificateFile,
  CertificateIdentity,
  CertificateSigner,
  SealBrand,
} from '#app/sealing/seal_order'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { BrandImages } from '#app/brand/brand_images'
import type { BrandSnapshot } from '#app/brand/effective_brand'
import type { Profile } from '#app/brand/profile'
import { printedTrail } from './printed_trail.js'

/**
 * What the certificate of a document tells: of it, its signers and its trail, in the look in which it was sent. Facts come from the
 * trail; only what trails of earlier releases do not name is the row's, which was held against them.
 *
 * @param trail  the whole, or up to the end of the document
 * @param isOver  whether it has ended, or does so with this seal
 */
export async function certificateOf(
  { document, proven }: VerifiedDocument,
  trail: VerifiedTrail,
  { entitlements, brand }: Profile,
  { isOver }: { isOver: boolean }
): Promise<CertificateContent> {
  const { id } = document
  const language = documentLanguage(document, brand.snapshot)
  const parties = partiesOf(document, proven)
  const names = new Map(parties.map(({ id: of, name }) => [of, name]))
  return {
    language,
    documentId: id,
    title: proven.title ?? document.title,
    tenantName: proven.sender?.name ?? entitlements.name,
    originalSha256: proven.originalSha256 ?? '',
    canonicalSha256: proven.canonicalSha256 ?? '',
    ...(proven.files.length > 0 && { files: filesOf(document, proven) }),
    createdAt: proven.createdAt ?? document.createdAt,
    completedAt: proven.endedAt ?? tenantClock.now(),
    chainLength: trail.length,
    chainHead: trail.head,
    signers: parties.filter(isActing),
    copies: parties.filter((party) => !isActing(party)),
    entries: printedTrail(trail.entries, names, Phrasebook.in(language)),
    verifyUrl: isOver ? codeAddress(entitlements) : await trackingUrl(document, entitlements),
    isFollowed: !isOver,
    brand: await sealBrand(id, document.brand ?? brand.snapshot),
  }
}

function filesOf({ files }: Document, proven: ProvenDocument): CertificateFile[] {
  return proven.files.map(({ name, pageCount, originalSha256, sealedSha256 }, index) => ({
    ...{ name: name ?? files[index]?.name ?? '', pageCount, originalSha256, sealedSha256 },
  }))
}

function partiesOf(
  document: Document,
  proven: ProvenDocument
): (CertificateSigner & { id: string; role: SignerRole })[] {
  return document.signers.map((row) => {
    const signer = proven.signer(row.id)
    const role = proven.namesSigners ? signer.role : row.role
    const { id, status, consent, sentAt, signedAt, ipAddress, userAgent } = signer
    return {
      id,
      role,
      isApprover: role === 'approver',
      name: signer.name ?? row.name,
      email: signer.email ?? row.email,
      status,
      consentVersion: consent?.version ?? null,
      consentSha256: consent?.sha256 ?? null,
      consentWithdrawnAt: signer.consentWithdrawnAt,
      sentAt,
      viewedAt: proven.namesSigners ? signer.viewedAt : row.viewedAt,
      signedAt,
      ipAddress,
      userAgent,
      identity: signer.status === 'signed' ? identityOf(signer) : null,
      certified: signer.certified,
      inPerson: signer.inPerson ? { host: signer.host } : null,
      access: accessOf(signer),
      order: proven.namesSigners ? signer.order : row.isOrdered ? row.turn : null,
    }
  })
}

/** What the trail says of the code that the signature names. */
function accessOf({
  signedWithCode,
  codeEnteredAt,
  codeSentTo,
}: ProvenSigner): CertificateAccess | null {
  if (signedWithCode === null || codeEnteredAt === null) return null
  return { check: signedWithCode, enteredAt: codeEnteredAt, sentTo: codeSentTo }
}

/** What the trail says of the proof that the signature names. */
function identityOf({ proof }: ProvenSigner): CertificateIdentity | null {
  if (!proof) return null
  const { provider, authenticationContext, assertionSha256, at } = proof
  const authenticatedAt = new Date(proof.authenticatedAt)
  return { provider, authenticationContext, authenticatedAt, assertionSha256, at }
}

/** Name, colour and the hash of the logo were held against what the sending says. @throws EvidenceContradicted */
async function sealBrand(
  documentId: string,
  { name, color, logo }: BrandSnapshot
): Promise<SealBrand> {
  const image = await BrandImages.find(logo ?? null)
  if (image && sha256Hex(image.bytes) !== logo)
    throw new EvidenceContradicted(documentId, ['the logo is not the picture that was sent'])
  return image ? { name, color, logo: new Uint8Array(image.bytes) } : { name, color }
}
