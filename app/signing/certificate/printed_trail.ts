import { isErased } from '#app/audit/erased_values'
import type { VerifiedEntry } from '#app/audit/verified_trail'
import { signerNames } from '#app/documents/signers/signer_names'
import type { CertificateEntry } from '#app/sealing/seal_order'
import type { Phrasebook } from '#app/foundation/phrases/phrasebook'
import { detailOf } from './entry_detail.js'
import { entryWords } from './entry_words.js'

/** What somebody can cause again and again, and what means the same each time. */
const REPEATABLE = new Set([
  'access.code_failed',
  'access.code_sent',
  'access.failed',
  'access.granted',
  'link.fetched',
  'link.disclosed',
  'values.disclosed',
  'questions.disclosed',
  'document.downloaded',
  'auth.failed',
  'identity.disclosed',
  'identity.failed',
])

interface Wording {
  book: Phrasebook
  detail: (entry: VerifiedEntry) => string | null
}

/** So many are printed one by one. */
const PRINTED_EACH = 3

/**
 * The lines that a certificate prints of a trail: each entry, or where more than three by the same actor say the same, one line with
 * their number, the first and the last.
 *
 * @param latest  names of the signers at the end of the trail, by id
 */
export function printedTrail(
  entries: readonly VerifiedEntry[],
  latest: ReadonlyMap<string, string>,
  book: Phrasebook
): CertificateEntry[] {
  const namesAt = signerNames(entries, latest, book.t('trail.erased'))
  const detail = (entry: VerifiedEntry) => detailOf(entry, namesAt(entry), book)
  const wording = { book, detail }
  const lines = Map.groupBy(entries, (entry) => sameness(entry, detail(entry)))
  return [...lines.values()]
    .flatMap((same) =>
      same.length > PRINTED_EACH
        ? [repeated(same, wording)]
        : same.map((entry) => printed(entry, wording))
    )
    .sort((a, b) => a.sequence - b.sequence)
}

function sameness({ id, action, body: { actor } }: VerifiedEntry, detail: string | null): string {
  if (!REPEATABLE.has(action)) return id
  return JSON.stringify([action, actor.type, actor.id, actor.via, detail])
}

function printed(
  entry: VerifiedEntry,
  { book, detail }: Wording,
  more = moreOf(entry)
): CertificateEntry {
  const { sequence, at, personal, hash } = entry
  const counted = more > 0 ? book.t('trail.more', { count: more }) : null
  const said = [detail(entry), counted].filter((part) => part !== null)
  return {
    sequence,
    at,
    event: entryWords(entry, book),
    detail: said.length > 1 ? said.map(book.embedded).join(', ') : (said[0] ?? null),
    actor: personal.actorName ?? (isErased(entry, 'actorName') ? book.t('trail.erased') : ''),
    ipAddress: personal.ipAddress ?? null,
    hash,
  }
}

function repeated(same: readonly VerifiedEntry[], wording: Wording): CertificateEntry {
  const last = same[same.length - 1]
  const addresses = new Set(same.flatMap(({ personal }) => personal.ipAddress ?? []))
  const more = same.reduce((sum, entry) => sum + moreOf(entry), 0)
  const line = printed(same[0], wording, more)
  const several = wording.book.t('trail.addresses', { count: addresses.size })
  return {
    ...line,
    ipAddress: addresses.size > 1 ? several : line.ipAddress,
    repeated: { times: same.length, sequence: last.sequence, at: last.at, hash: last.hash },
  }
}

/** What happened too often for an entry each. */
function moreOf({ body: { details } }: VerifiedEntry): number {
  return typeof details.times === 'number' ? details.times : 0
}
