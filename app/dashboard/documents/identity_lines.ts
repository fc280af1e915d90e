import type Document from '#app/documents/document'
import { OBSTACLES } from '#app/documents/signers/signer_identity'
import type Signer from '#app/documents/signers/signer'
import { wordsOfIdentityFailure } from '#app/signing/identity/identity_failure'
import { identityRecords, type IdentityRecord } from '#app/signing/identity/identity_record'
import { Vouching } from '#app/single_sign_on/vouching'

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
export async function identityLines(
  document: Document,
  reader: Reader
): Promise<ReadonlyMap<string, IdentityLine>> {
  const asked = document.signers.filter(({ identity }) => identity)
  if (asked.length === 0 || document.isErased) return new Map()
  const records = await identityRecords(document)
  const vouching = await Vouching.current()
  return new Map(
    asked.map((signer) => {
      const record = records.get(signer.id) ?? null
      const href = hrefOf(document, signer, record, reader)
      return [signer.id, { ...lineOf(signer, record, vouching), href }]
    })
  )
}

function lineOf(
  { email, status }: Signer,
  record: IdentityRecord | null,
  vouching: Vouching
): Omit<IdentityLine, 'href'> {
  if (record?.kind === 'proved')
    return {
      text: `Proved their identity by ${record.details.provider}`,
      at: record.at,
      tone: 'success',
    }
  const obstacle = status === 'signed' ? null : vouching.obstacleFor(email)
  if (obstacle) {
    const text = `Has to prove their identity, but cannot: ${OBSTACLES[obstacle]}. Turn single sign-on on again, or correct the signer to lift this.`
    return { text, at: null, tone: 'warning' }
  }
  if (record) {
    const text = `Could not prove their identity: ${wordsOfIdentityFailure(record.reason)}`
    return { text, at: record.at, tone: 'warning' }
  }
  const text = `Has to prove their identity with ${vouching.name ?? 'single sign-on'}`
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
