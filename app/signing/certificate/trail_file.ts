import { TRAIL_FILE, TRAIL_FORMAT, type TrailContent } from '#app/audit/trail_file'
import type { VerifiedTrail } from '#app/audit/verified_trail'
import type { Phrasebook } from '#app/foundation/phrases/phrasebook'
import type { Attachment } from '#app/sealing/seal_order'

/**
 * A whole trail for programs: of each entry the very text that was hashed, and each personal value with the salt of its commitment, so
 * that nothing but SHA-256 is needed to recompute the chain (docs/decisions/evidence.md).
 */
export function trailFile(trail: VerifiedTrail, { t }: Phrasebook): Attachment {
  const entries = trail.entries.map(({ text, hash, values }) => ({
    text,
    hash,
    values: values.map(({ field, salt, value }) => ({ field, salt: salt.toString('hex'), value })),
  }))
  const content: TrailContent = {
    format: TRAIL_FORMAT,
    documentId: trail.documentId,
    length: trail.length,
    head: trail.head,
    entries,
  }
  return {
    name: TRAIL_FILE,
    mimeType: 'application/json',
    description: t('certificate.attached_trail'),
    bytes: Buffer.from(`${JSON.stringify(content, null, 1)}\n`),
  }
}
