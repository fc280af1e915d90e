import type { PersonalValue } from './personal_value.js'
import { checkChain, type Finding } from './chain_check.js'
import type { StoredEntry } from './stored_entry.js'
import { readEntry } from './read_entry.js'
import type { VerifiedEntry } from './verified_trail.js'

export const TRAIL_FILE = 'audit-trail.json'
export const TRAIL_FORMAT = 'audit-trail/1'

/** The content of such a file: of each entry the very text that was hashed, and each personal value with the salt of its commitment. */
export interface TrailContent {
  format: typeof TRAIL_FORMAT
  documentId: string
  length: number
  head: string
  entries: {
    text: string
    hash: string
    values: { field: string; salt: string; value: string }[]
  }[]
}

/** A trail as a file carries it, recomputed from its first entry to its last. */
export interface CheckedTrail {
  documentId: string
  entries: readonly VerifiedEntry[]
  /** What does not fit; empty for a trail that is whole. */
  findings: readonly Finding[]
}

/** @returns null for what is no trail */
export function checkTrailFile(bytes: Uint8Array): CheckedTrail | null {
  try {
    const content = JSON.parse(Buffer.from(bytes).toString('utf8')) as TrailContent
    return content.format === TRAIL_FORMAT ? checked(content) : null
  } catch {
    return null
  }
}

function checked({ documentId, length, head, entries }: TrailContent): CheckedTrail {
  const rows = entries.map(({ text, hash }) => storedEntry(text, hash))
  const values = new Map(rows.map(({ id }, index) => [id, entries[index]!.values.map(readValue)]))
  const findings = checkChain({
    id: documentId,
    entries: rows,
    values,
    head: { sequence: length, hash: head },
    log: null,
  })
  return {
    documentId,
    findings,
    entries: rows.map((row) => {
      const own = values.get(row.id) ?? []
      return { ...readEntry(row, own), text: row.body, values: own }
    }),
  }
}

function storedEntry(text: string, hash: string): StoredEntry {
  const { id, chain, sequence, action, at, prevHash } = JSON.parse(text)
  return { id, chain, sequence, action, at: new Date(at), body: text, prev_hash: prevHash, hash }
}

function readValue({ field, salt, value }: TrailContent['entries'][number]['values'][number]) {
  return { field, value, salt: Buffer.from(salt, 'hex') } satisfies PersonalValue
}
