import type Field from './field.js'
import type { Vault } from './files/vault.js'

type Stored = Pick<Field, 'id' | 'options' | 'value'>

/**
 * What was filled in by those who signed before, of fields that a condition can name: as it is stored, by the ids of the fields.
 *
 * @param fields  of the document
 */
export function earlierValues(
  fields: readonly Stored[],
  vault: Vault
): ReadonlyMap<string, string> {
  const waitedFor = new Set(fields.map(({ options }) => options?.shownWhen?.field))
  const named = fields.filter(
    ({ value, options }) =>
      value !== null && waitedFor.has(options?.group ?? options?.key) && isNamed(options)
  )
  return new Map(
    named.map(({ id, value }) => [id, vault.openValue(id, value!).toString('utf8')] as const)
  )
}

const isNamed = (options: Stored['options']) => Boolean(options?.group ?? options?.key)
