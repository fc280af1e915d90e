import EvidenceContradicted from '#app/audit/errors/evidence_contradicted'
import { VerifiedTrail } from '#app/audit/verified_trail'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { ConsentTexts, type KeptConsent } from './consent_texts.js'
import { contradictions } from './contradictions.js'
import Document from '../document.js'
import { alarmed } from './evidence_alarm.js'
import { ProvenDocument } from './proven_document.js'

/** A document with its trail, of one moment, which agree: what may be certified. */
export interface VerifiedDocument {
  document: Document
  trail: VerifiedTrail
  proven: ProvenDocument
  /** What its signers agreed to. */
  consents: readonly KeptConsent[]
}

/**
 * Reads a document and its trail under the document's lock, so that neither moves on alone.
 *
 * @throws EvidenceContradicted after operators were alerted, DocumentNotFound
 */
export function verifiedDocument(id: string): Promise<VerifiedDocument> {
  return alarmed(() =>
    unit(async () => {
      const document = await Document.lock(id)
      const [rows, consents] = await CurrentTenant.batch([
        VerifiedTrail.reading(id),
        ConsentTexts.reading(id),
      ])
      const trail = VerifiedTrail.from(id, rows)
      const proven = ProvenDocument.of(trail)
      const found = [
        ...contradictions(document, proven),
        ...ConsentTexts.contradictions(proven, consents),
      ]
      if (found.length > 0) throw new EvidenceContradicted(id, found)
      return { document, trail, proven, consents }
    })
  )
}
