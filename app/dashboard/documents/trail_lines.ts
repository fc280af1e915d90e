import type { ReadEntry, WholeEntryRow } from '#app/audit/audit_trail'
import { readEntry } from '#app/audit/read_entry'
import type Document from '#app/documents/document'
import { renamingsBeside, signerNames } from '#app/documents/signers/signer_names'
import type {
  DashboardKey,
  DashboardPhrasebook,
} from '#app/foundation/phrases/dashboard_phrasebook'
import { deviceIn } from '../device_words.js'
import type { NamedSigner } from './trail_sentences.js'
import { wordsOf } from './trail_words.js'

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

/**
 * Newest first, as they come.
 *
 * @param document  as it was read with `RENAMINGS`
 * @param isFull  on the basic plan an entry is who, what and when
 */
export function trailLines(
  rows: readonly WholeEntryRow[],
  document: Document,
  { isFull, phrases }: { isFull: boolean; phrases: DashboardPhrasebook }
): TrailLine[] {
  const shown = rows
    .map((row) => ({ ...readEntry(row, []), personal: row.personal }))
    .filter(({ action }) => isFull || !action.startsWith('field.'))
  const signersAt = signersOf(document, phrases)
  return runs(shown).map((run) => line(run, signersAt(run[0]), { isFull, phrases }))
}

/** The signers by the names that they had when an entry was written. */
function signersOf(document: Document, { t }: DashboardPhrasebook) {
  const { signers } = document
  const latest = new Map(signers.map(({ id, name }) => [id, name]))
  const namesAt = signerNames(renamingsBeside(document), latest, t('trails.somebody'))
  return (entry: ReadEntry): NamedSigner[] => {
    const nameOf = namesAt(entry)
    return signers.map(({ id, role }) => ({ id, role, name: nameOf(id) ?? '' }))
  }
}

/** The fields that a signer filled in are one line, however many there are; what they handed in is named. */
function runs(entries: readonly ReadEntry[]): ReadEntry[][] {
  const all: ReadEntry[][] = []
  for (const entry of entries) {
    const [last] = all.at(-1) ?? []
    const isSame =
      entry.action === 'field.completed' &&
      last?.action === entry.action &&
      !isFile(entry) &&
      !isFile(last) &&
      last.body.actor.id === entry.body.actor.id
    if (isSame) all.at(-1)?.push(entry)
    else all.push([entry])
  }
  return all
}

function isFile({ body: { details } }: ReadEntry): boolean {
  return details.fileSha256 !== undefined
}

function line(
  run: readonly ReadEntry[],
  signers: readonly NamedSigner[],
  { isFull, phrases }: { isFull: boolean; phrases: DashboardPhrasebook }
): TrailLine {
  const [entry] = run
  const { personal, body, action, at } = entry
  const { mark, tone, sentence } = wordsOf(action)
  const userAgent = (isFull && personal.userAgent) || null
  return {
    actor: actorOf(body.actor, personal.actorName, phrases),
    what:
      run.length > 1
        ? phrases.t('trails.fields_completed', { count: run.length })
        : sentence(entry, signers, phrases),
    mark,
    tone,
    at,
    ipAddress: (isFull && personal.ipAddress) || null,
    device: userAgent && deviceIn(phrases, userAgent),
    userAgent,
  }
}

const ERASED: Partial<Record<string, DashboardKey>> = {
  user: 'trails.a_user',
  signer: 'trails.a_signer',
}

/** A name that was erased reads as its kind. */
function actorOf(
  { type, via }: ReadEntry['body']['actor'],
  name: string | undefined,
  { t }: DashboardPhrasebook
): string {
  const known = name ?? t(ERASED[type] ?? 'trails.system')
  if (via?.startsWith('inp_')) return t('trails.in_person', { name: known })
  return via?.startsWith('key_') ? t('trails.by_api', { name: known }) : known
}
