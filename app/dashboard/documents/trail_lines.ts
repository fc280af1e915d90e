import type { ReadEntry } from '#app/audit/audit_trail'
import type Signer from '#app/documents/signers/signer'
import type { Row } from '#app/tenancy/statement'
import { deviceOf } from '../device.js'
import { wordsOf } from './trail_words.js'

/** What a document's page tells of its trail; the API has it all. */
export const TRAIL = `
  select id, sequence, action, at, body, hash, prev_hash,
         (select coalesce(json_object_agg(field, value), '{}') from personal_values where entry_id = e.id) as personal
    from audit_entries e where chain = $1 order by sequence desc limit 500`

export interface TrailLine {
  actor: string
  what: string
  mark: string
  tone: string
  at: Date
  ipAddress: string | null
  device: string | null
  userAgent: string | null
}

/** Newest first, as they come. @param isFull  on the basic plan an entry is who, what and when */
export function trailLines(
  rows: readonly Row[],
  signers: readonly Signer[],
  isFull: boolean
): TrailLine[] {
  const shown = rows.map(entryOf).filter(({ action }) => isFull || action !== 'field.completed')
  return runs(shown).map((run) => line(run, signers, isFull))
}

function entryOf(row: Row): ReadEntry {
  return {
    id: row.id as string,
    sequence: row.sequence as number,
    action: row.action as string,
    at: row.at as Date,
    body: JSON.parse(row.body as string),
    personal: row.personal as Record<string, string>,
    prevHash: row.prev_hash as string | null,
    hash: row.hash as string,
  }
}

/** The fields that a signer filled in are one line, however many there are. */
function runs(entries: readonly ReadEntry[]): ReadEntry[][] {
  const all: ReadEntry[][] = []
  for (const entry of entries) {
    const [last] = all.at(-1) ?? []
    const isSame =
      entry.action === 'field.completed' &&
      last?.action === entry.action &&
      last.body.actor.id === entry.body.actor.id
    if (isSame) all.at(-1)?.push(entry)
    else all.push([entry])
  }
  return all
}

function line(run: readonly ReadEntry[], signers: readonly Signer[], isFull: boolean): TrailLine {
  const [entry] = run
  const { personal, body, action, at } = entry
  const { mark, tone, sentence } = wordsOf(action)
  const userAgent = (isFull && personal.userAgent) || null
  return {
    actor: actorOf(body.actor, personal.actorName),
    what: run.length > 1 ? `completed ${run.length} fields` : sentence(entry, signers),
    mark,
    tone,
    at,
    ipAddress: (isFull && personal.ipAddress) || null,
    device: userAgent && deviceOf(userAgent),
    userAgent,
  }
}

/** A name that was erased reads as its kind. */
function actorOf({ type, via }: ReadEntry['body']['actor'], name: string | undefined): string {
  const known = name ?? { user: 'A user', signer: 'A signer' }[type] ?? 'System'
  return via?.startsWith('key_') ? `${known}, by API` : known
}
