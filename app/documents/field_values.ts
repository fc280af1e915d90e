import type Document from './document.js'
import type { FieldType } from './field.js'
import { Vault } from './vault.js'

/** Text and dates as they stand in the PDF, a checkbox as true or false. */
export type FieldValue = string | boolean

/** Fields whose content is a picture, which is in the sealed PDF alone. */
const DRAWN: readonly FieldType[] = ['signature', 'initials']

/** What signers have filled in, by the ids of the fields; nothing of a document that was erased. */
export async function fieldValues(document: Document): Promise<ReadonlyMap<string, FieldValue>> {
  const filled = document.fields.filter(
    ({ type, value }) => value !== null && !DRAWN.includes(type)
  )
  if (filled.length === 0 || document.isErased) return new Map()
  const vault = await Vault.open(document)
  return new Map(
    filled.map(({ id, type, value }) => {
      const text = vault.openValue(id, value!).toString('utf8')
      return [id, type === 'checkbox' ? text === 'true' : text]
    })
  )
}
