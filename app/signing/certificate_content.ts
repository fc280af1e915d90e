import type { VerifiedTrail } from '#app/audit/verified_trail'
import type Document from '#app/documents/document'
import { trackingUrl } from '#app/documents/document_transformer'
import type Signer from '#app/documents/signer'
import type { CertificateContent, CertificateSigner, SealBrand } from '#app/sealing/seal_order'
import { tenantClock } from '#app/tenancy/tenant_clock'
import { BrandImages } from '#app/tenants/brand/brand_images'
import type { BrandSnapshot } from '#app/tenants/brand/shown_brand'
import type { Profile } from '#app/tenants/profile'
import { printedTrail } from './printed_trail.js'

/** What the certificate of a document tells: of it, its signers and its trail, in the look in which it was sent. */
export async function certificateOf(
  document: Document,
  trail: VerifiedTrail,
  { standing, brand }: Profile
): Promise<CertificateContent> {
  const { id, title, originalSha256, canonicalSha256, createdAt } = document
  const names = new Map(document.signers.map((signer) => [signer.id, signer.name]))
  return {
    documentId: id,
    title,
    tenantName: standing.name,
    originalSha256,
    canonicalSha256,
    createdAt,
    completedAt: tenantClock.now(),
    chainLength: trail.length,
    chainHead: trail.head,
    signers: document.signers.map(certified),
    entries: printedTrail(trail.entries, names),
    verifyUrl: await trackingUrl(document, standing),
    brand: await sealBrand(document.brand ?? brand.snapshot),
  }
}

function certified(signer: Signer): CertificateSigner {
  const { name, email, status, consentVersion, consentSha256 } = signer
  const { sentAt, viewedAt, signedAt, ipAddress, userAgent } = signer
  return {
    name,
    email,
    status,
    consentVersion,
    consentSha256,
    sentAt,
    viewedAt,
    signedAt,
    ipAddress,
    userAgent,
    order: signer.isOrdered ? signer.turn : null,
  }
}

async function sealBrand({ name, color, logo }: BrandSnapshot): Promise<SealBrand> {
  const image = await BrandImages.find(logo ?? null)
  return image ? { name, color, logo: new Uint8Array(image.bytes) } : { name, color }
}
