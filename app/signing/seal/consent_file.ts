import type { KeptConsent } from '#app/documents/evidence/consent_texts'
import type { Phrasebook } from '#app/foundation/phrases/phrasebook'
import type { Attachment } from '#app/sealing/seal_order'

export const CONSENT_FILE = 'consent-texts.json'

/**
 * What the signers agreed to, for the sealed file: of each text the canonical JSON whose SHA-256 stands in the trail and in the
 * certificate. No file where no text was kept.
 */
export function consentFiles(
  documentId: string,
  kept: readonly KeptConsent[],
  { t }: Phrasebook
): Attachment[] {
  if (kept.length === 0) return []
  const content = { format: 'consent-texts/1', documentId, texts: kept }
  return [
    {
      name: CONSENT_FILE,
      mimeType: 'application/json',
      description: t('certificate.attached_consent'),
      bytes: Buffer.from(`${JSON.stringify(content, null, 1)}\n`),
    },
  ]
}
