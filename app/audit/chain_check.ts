import { entryHash } from './audit_entry.js'
import { erasedValues, nameOf } from './erased_values.js'
import { commitment, type PersonalValue } from './personal_value.js'
import type { StoredEntry } from './stored_entry.js'

export interface Finding {
  chain: string
  sequence: number
  kind:
    | 'altered'
    | 'missing'
    | 'reordered'
    | 'truncated'
    | 'unlogged'
    | 'forged'
    | 'value_altered'
    | 'value_missing'
    | 'contradicted'
    | 'file_damaged'
    | 'file_unreadable'
  message: string
}

interface Chain {
  id: string
  entries: readonly StoredEntry[]
  values: ReadonlyMap<string, readonly PersonalValue[]>
  /** The end as the document's row carries it; null when the row is gone. */
  head: { sequence: number; hash: string | null } | null
  /** Sequence → hash in the cell's chain log; null where nothing is logged (the sandbox). */
  log: ReadonlyMap<number, string> | null
  /** Of chains whose values go when a reseller or a tenant does, with entries in other chains. */
  mayLackValues?: boolean
}

/** Reads one chain from its first link to its last and names all that does not fit. */
export function checkChain(chain: Chain): Finding[] {
  return [
    ...chain.entries.flatMap((entry) => checkEntry(entry, chain.values.get(entry.id) ?? [])),
    ...(chain.mayLackValues ? [] : checkValues(chain)),
    ...checkLinks(chain),
    ...checkEnd(chain),
    ...checkLog(chain),
  ]
}

function checkEntry(entry: StoredEntry, values: readonly PersonalValue[]): Finding[] {
  const at = { chain: entry.chain, sequence: entry.sequence }
  if (entryHash(entry.body) !== entry.hash)
    return [
      { ...at, kind: 'altered', message: 'the text does not have the hash that was recorded' },
    ]
  const body = JSON.parse(entry.body)
  const isSame =
    body.id === entry.id &&
    body.chain === entry.chain &&
    body.sequence === entry.sequence &&
    body.action === entry.action &&
    body.at === entry.at.toISOString() &&
    body.prevHash === entry.prev_hash
  if (!isSame)
    return [{ ...at, kind: 'altered', message: 'a column differs from the text that was hashed' }]
  return values
    .filter((value) => commitment(value) !== body.personal[value.field])
    .map(({ field }) => ({
      ...at,
      kind: 'value_altered',
      message: `the value of ${field} is not the one that was recorded`,
    }))
}

/** Personal values are there, unless a later entry says that they were erased; of a draft that was deleted none is. */
function checkValues({ entries, values }: Chain): Finding[] {
  const erasedAt = entries.findLast(({ action }) => action === 'document.erased')?.sequence ?? 0
  const named = erasedValues(entries)
  const isDeleted = entries.at(-1)?.action === 'document.deleted'
  return entries
    .filter(({ sequence }) => !isDeleted && sequence >= erasedAt)
    .flatMap(({ id, chain, sequence, body }) => {
      const kept = new Set((values.get(id) ?? []).map(({ field }) => field))
      const fields = Object.keys(personalOf(body)).filter(
        (field) => !kept.has(field) && !named.has(nameOf(sequence, field))
      )
      return fields.map((field): Finding => ({
        chain,
        sequence,
        kind: 'value_missing',
        message: `the value of ${field} is gone, and no entry says that it was erased`,
      }))
    })
}

/** A text that was changed is found by its hash. */
function personalOf(body: string): Record<string, string> {
  try {
    return JSON.parse(body).personal ?? {}
  } catch {
    return {}
  }
}

function checkLinks({ id, entries }: Chain): Finding[] {
  const findings: Finding[] = []
  let previous: StoredEntry | null = null
  for (const entry of entries) {
    const expected: number = (previous?.sequence ?? 0) + 1
    if (entry.sequence !== expected) {
      findings.push({
        chain: id,
        sequence: expected,
        kind: 'missing',
        message: `entries ${expected} to ${entry.sequence - 1} are gone`,
      })
    } else if (entry.prev_hash !== (previous?.hash ?? null)) {
      findings.push({
        chain: id,
        sequence: entry.sequence,
        kind: 'reordered',
        message: 'does not follow the entry before it',
      })
    }
    previous = entry
  }
  return findings
}

function checkEnd({ id, entries, head }: Chain): Finding[] {
  const last = entries.at(-1)
  if (!head)
    // a draft that was deleted leaves a trail that ends with that
    return last && last.action !== 'document.deleted'
      ? [{ chain: id, sequence: 0, kind: 'missing', message: 'the document of this trail is gone' }]
      : []
  if (head.sequence > (last?.sequence ?? 0)) {
    const sequence = (last?.sequence ?? 0) + 1
    return [
      {
        chain: id,
        sequence,
        kind: 'truncated',
        message: `the trail ends before entry ${head.sequence}, which its document names as the last`,
      },
    ]
  }
  if (last && (head.sequence !== last.sequence || head.hash !== last.hash)) {
    return [
      {
        chain: id,
        sequence: last.sequence,
        kind: 'forged',
        message: 'the document names another end of its trail',
      },
    ]
  }
  return []
}

function checkLog({ id, entries, log }: Chain): Finding[] {
  if (!log) return []
  const kept = new Map(entries.map((entry) => [entry.sequence, entry.hash]))
  const lost = [...log].filter(([sequence]) => !kept.has(sequence))
  return [
    ...lost.map(([sequence]): Finding => ({
      chain: id,
      sequence,
      kind: 'truncated',
      message: 'was logged by the cell, and is gone',
    })),
    ...entries
      .filter(({ sequence }) => !log.has(sequence))
      .map(({ sequence }): Finding => ({
        chain: id,
        sequence,
        kind: 'unlogged',
        message: 'was never logged by the cell',
      })),
    ...entries
      .filter(({ sequence, hash }) => log.has(sequence) && log.get(sequence) !== hash)
      .map(({ sequence }): Finding => ({
        chain: id,
        sequence,
        kind: 'forged',
        message: 'is not the entry that the cell logged',
      })),
  ]
}
