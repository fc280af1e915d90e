import { sha256Hex } from '#app/foundation/opaque_token'
import { query, type Query, type Statement } from '#app/tenancy/statement'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import type { ProvenDocument } from './proven_document.js'

/** A text that signers agreed to: the canonical JSON of version, statement and clauses, and its SHA-256, which the trail names. */
export interface KeptConsent {
  sha256: string
  text: string
}

const KEEP =
  'insert into consent_texts (sha256, text, kept_at) values ($1, $2, $3) on conflict (sha256) do nothing'

const OF_DOCUMENT = `select sha256, text from consent_texts
  where sha256 in (select consent_sha256 from signers where document_id = $1) order by sha256`

/** The words behind the consents of an environment, each text once, whatever later releases or brands say. */
export const ConsentTexts = {
  /** In the unit that records the consent. */
  keeping({ sha256, text }: KeptConsent): Statement {
    return { text: KEEP, values: [sha256, text, tenantClock.now()] }
  },

  /** What the signers of a document have agreed to. */
  reading(documentId: string): Query<KeptConsent> {
    return query(OF_DOCUMENT, [documentId])
  },

  /** What is wrong with the texts that a trail names; earlier releases kept none. */
  contradictions({ signers }: ProvenDocument, kept: readonly KeptConsent[]): string[] {
    const texts = new Map(kept.map(({ sha256, text }) => [sha256, text]))
    return signers.flatMap(({ consent }) => {
      if (!consent) return []
      const text = texts.get(consent.sha256)
      if (text === undefined)
        return consent.isTextKept ? [`the words of the consent ${consent.version} are gone`] : []
      return sha256Hex(text) === consent.sha256
        ? []
        : [`the words of the consent ${consent.version} are not those that were agreed to`]
    })
  },
}
