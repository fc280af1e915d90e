import { isErased } from '#app/audit/erased_values'
import type { VerifiedEntry } from '#app/audit/verified_trail'

/** What signers were called at one moment, by their ids. */
export type Names = (signerId: string) => string | undefined

/** What puts another name in a signer's place. */
const RENAMES = new Set(['signer.corrected', 'signer.delegated'])

interface Renaming {
  sequence: number
  signerId: string
  before: string
}

/**
 * What signers were called when an entry was written: a correction or a handing over changes what follows it, and nothing before.
 *
 * @param latest  what they are called at the end of the trail
 * @param erased  stands for a name that was erased
 */
export function signerNames(
  entries: readonly VerifiedEntry[],
  latest: ReadonlyMap<string, string>,
  erased: string
): (entry: VerifiedEntry) => Names {
  const renamings = entries.flatMap((entry): Renaming[] => {
    const { action, sequence, personal, body } = entry
    const before = isErased(entry, 'nameBefore') ? erased : personal.nameBefore
    if (!RENAMES.has(action) || !before) return []
    return [{ sequence, signerId: String(body.details.signerId), before }]
  })
  return ({ sequence }) =>
    (signerId) => {
      const next = renamings.find((one) => one.signerId === signerId && one.sequence > sequence)
      return next?.before ?? latest.get(signerId)
    }
}
