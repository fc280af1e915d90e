import { isErased } from '#app/audit/erased_values'
import type { ReadEntry } from '#app/audit/audit_trail'
import type Document from '../document.js'

/** What signers were called at one moment, by their ids. */
export type Names = (signerId: string) => string | undefined

type Entry = Pick<ReadEntry, 'action' | 'sequence' | 'body' | 'personal'>

interface Renaming {
  sequence: number
  signerId: string
  before: string
}

interface StoredRenaming extends Omit<Entry, 'body'> {
  /** As it was hashed. */
  body: string
}

/** What puts another name in a signer's place. */
const RENAMES = ['signer.corrected', 'signer.delegated']

/** Of the row of a document, as JSON: the entries of its trail that say what signers were called before; null where nobody was renamed. */
export const RENAMINGS = `
  (select jsonb_agg(jsonb_build_object('action', e.action, 'sequence', e.sequence, 'body', e.body,
            'personal', (select coalesce(jsonb_object_agg(field, value), '{}') from personal_values where entry_id = e.id))
            order by e.sequence)
     from audit_entries e
    where e.chain = documents.id and e.action in (${RENAMES.map((one) => `'${one}'`).join(', ')}))`

/** Of a document that was read with `RENAMINGS` as `renamings`: as `signerNames` takes them. */
export function renamingsBeside({ $extras: extras }: Document): Entry[] {
  const stored = (extras.renamings ?? []) as StoredRenaming[]
  return stored.map((one) => ({ ...one, body: JSON.parse(one.body) }))
}

/**
 * What signers were called when an entry was written: a correction or a handing over changes what follows it, and nothing before.
 *
 * @param entries  of the whole trail, or at least those that rename
 * @param latest  what they are called at the end of the trail
 * @param erased  stands for a name that was erased
 */
export function signerNames(
  entries: readonly Entry[],
  latest: ReadonlyMap<string, string>,
  erased: string
): (entry: Pick<Entry, 'sequence'>) => Names {
  const renamings = entries.flatMap((entry): Renaming[] => {
    const { action, sequence, personal, body } = entry
    const before = isErased(entry, 'nameBefore') ? erased : personal.nameBefore
    if (!RENAMES.includes(action) || !before) return []
    return [{ sequence, signerId: String(body.details.signerId), before }]
  })
  return ({ sequence }) =>
    (signerId) => {
      const next = renamings.find((one) => one.signerId === signerId && one.sequence > sequence)
      return next?.before ?? latest.get(signerId)
    }
}
