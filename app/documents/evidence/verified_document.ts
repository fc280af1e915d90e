import EvidenceContradicted from '#app/audit/errors/evidence_contradicted'
import { VerifiedTrail } from '#app/audit/verified_trail'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { Answers } from '#app/tenancy/statement'
import { ConsentTexts, type KeptConsent } from './consent_texts.js'
import { contradictions } from './contradictions.js'
import Document from '../document.js'
import { alarmed } from './evidence_alarm.js'
import DocumentNotFound from '../errors/document_not_found.js'
import { ProvenDocument } from './proven_document.js'

/** A document with its trail, of one moment, which agree: what may be certified. */
export interface VerifiedDocument {
  document: Document
  trail: VerifiedTrail
  proven: ProvenDocument
  /** What its signers agreed to. */
  consents: readonly KeptConsent[]
}

/** Part of a batch that reads more; `verifiedFrom` takes the answers. The document is locked, so that neither it nor its trail moves on alone. */
export function verifiedReading(id: string) {
  return [...Document.locking(id), VerifiedTrail.reading(id), ConsentTexts.reading(id)] as const
}

type Read = Answers<ReturnType<typeof verifiedReading>>

/** @throws EvidenceContradicted after operators were alerted, DocumentNotFound */
export async function verifiedDocument(id: string): Promise<VerifiedDocument> {
  return verifiedFrom(id, await CurrentTenant.batch(verifiedReading(id)))
}

/** Not inside a unit. @throws EvidenceContradicted after operators were alerted, DocumentNotFound */
export function verifiedFrom(id: string, read: readonly [...Read, ...unknown[]]) {
  return alarmed(async () => agreeing(id, read))
}

function agreeing(
  id: string,
  [row, signers, fields, entries, consents]: readonly [...Read, ...unknown[]]
): VerifiedDocument {
  const document = Document.from([row, signers, fields])
  if (!document) throw new DocumentNotFound()
  const trail = VerifiedTrail.from(id, entries)
  const proven = ProvenDocument.of(trail)
  const found = [
    ...contradictions(document, proven),
    ...ConsentTexts.contradictions(proven, consents),
  ]
  if (found.length > 0) throw new EvidenceContradicted(id, found)
  return { document, trail, proven, consents }
}
