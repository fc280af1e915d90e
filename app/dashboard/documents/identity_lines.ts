import type Document from '#app/documents/document'
import type Signer from '#app/documents/signers/signer'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { identityRecords, type IdentityRecord } from '#app/signing/identity/identity_record'
import { Vouching } from '#app/single_sign_on/vouching'
import { identityFailureWords } from './failure_words.js'

/** How it stands with the proof of identity that a signer was asked for. */
export interface IdentityLine {
  text: string
  at: Date | null
  tone: 'neutral' | 'success' | 'warning'
  /** Where the provider's response can be downloaded. */
  href: string | null
}

interface Reader {
  base: string
  mayRead: boolean
}

/** By the ids of signers. */
export function identityLines(
  document: Document,
  reader: Reader,
  phrases: DashboardPhrasebook
): ReadonlyMap<string, IdentityLine> {
  const asked = document.signers.filter(({ identity }) => identity)
  if (asked.length === 0 || document.isErased) return new Map()
  const records = identityRecords(document)
  const vouching = Vouching.beside(document.$extras.vouching)
  return new Map(
    asked.map((signer) => {
      const record = records.get(signer.id) ?? null
      const href = hrefOf(document, signer, record, reader)
      return [signer.id, { ...lineOf(signer, record, vouching, phrases), href }]
    })
  )
}

function lineOf(
  { email, status }: Signer,
  record: IdentityRecord | null,
  vouching: Vouching,
  { t }: DashboardPhrasebook
): Omit<IdentityLine, 'href'> {
  if (record?.kind === 'proved')
    return {
      text: t('documents.proved_by', { provider: String(record.details.provider) }),
      at: record.at,
      tone: 'success',
    }
  const obstacle = status === 'signed' ? null : vouching.obstacleFor(email)
  if (obstacle) {
    const why = t(`documents.obstacle_${obstacle}`)
    const text = t('documents.cannot_prove', { why })
    return { text, at: null, tone: 'warning' }
  }
  if (record) {
    const text = t('documents.not_proved', { why: identityFailureWords(record.reason, t) })
    return { text, at: record.at, tone: 'warning' }
  }
  const text = t('documents.has_to_prove', {
    provider: vouching.name ?? t('documents.single_sign_on'),
  })
  return { text, at: null, tone: 'neutral' }
}

function hrefOf(
  { id }: Document,
  signer: Signer,
  record: IdentityRecord | null,
  { base, mayRead }: Reader
): string | null {
  const isKept = record?.kind === 'proved' && mayRead
  return isKept ? `${base}/documents/${id}/signers/${signer.id}/identity` : null
}
