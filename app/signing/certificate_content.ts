import type { ReadEntry } from '#app/audit/audit_trail'
import type Document from '#app/documents/document'
import { trackingUrl } from '#app/documents/document_transformer'
import type Signer from '#app/documents/signer'
import type {
  CertificateContent,
  CertificateEntry,
  CertificateSigner,
  SealBrand,
} from '#app/sealing/seal_order'
import { tenantClock } from '#app/tenancy/tenant_clock'
import { BrandImages } from '#app/tenants/brand/brand_images'
import type { BrandSnapshot } from '#app/tenants/brand/shown_brand'
import type { Profile } from '#app/tenants/profile'

/** What the certificate of a document tells: of it, its signers and its trail, in the look in which it was sent. */
export async function certificateOf(
  document: Document,
  entries: readonly ReadEntry[],
  { standing, brand }: Profile
): Promise<CertificateContent> {
  const { id, title, originalSha256, canonicalSha256, createdAt, chainHash } = document
  return {
    documentId: id,
    title,
    tenantName: standing.name,
    originalSha256,
    canonicalSha256,
    createdAt,
    completedAt: tenantClock.now(),
    chainHead: chainHash ?? '',
    signers: document.signers.map(certified),
    entries: entries.map(entry),
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

function entry({ sequence, at, action, personal }: ReadEntry): CertificateEntry {
  return {
    sequence,
    at,
    action,
    actor: personal.actorName ?? '',
    ipAddress: personal.ipAddress ?? null,
  }
}

async function sealBrand({ name, color, logo }: BrandSnapshot): Promise<SealBrand> {
  const image = await BrandImages.find(logo ?? null)
  return image ? { name, color, logo: new Uint8Array(image.bytes) } : { name, color }
}
