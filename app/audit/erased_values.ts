import type { StoredEntry } from './stored_entry.js'
import type { ReadEntry } from './read_entry.js'

/** Says in a trail that stays which values about one person were erased. */
export const PERSON_ERASED = 'person.erased'

/** Fields by the sequence of their entry. */
export type NamedValues = Record<string, string[]>

/** What entries say that was erased of those before them, each as `nameOf` has it. An entry that was changed is found by its hash. */
export function erasedValues(
  entries: readonly Pick<StoredEntry, 'action' | 'sequence' | 'body'>[]
): ReadonlySet<string> {
  const names = entries
    .filter(({ action }) => action === PERSON_ERASED)
    .flatMap(({ sequence, body }) =>
      Object.entries(namedIn(body))
        .filter(([before]) => Number(before) < sequence)
        .flatMap(([before, fields]) => fields.map((field) => nameOf(Number(before), field)))
    )
  return new Set(names)
}

export function nameOf(sequence: number, field: string): string {
  return `${sequence} ${field}`
}

/** Whether an entry commits to a value that is there no longer. */
export function isErased(
  { body, personal }: Pick<ReadEntry, 'body' | 'personal'>,
  field: string
): boolean {
  return body.personal?.[field] !== undefined && personal[field] === undefined
}

/** Files with trails come from anywhere. */
function namedIn(body: string): NamedValues {
  try {
    const values: unknown = JSON.parse(body).details?.values
    const named = Object.entries(values ?? {}).filter(([, fields]) => Array.isArray(fields))
    return Object.fromEntries(named) as NamedValues
  } catch {
    return {}
  }
}
