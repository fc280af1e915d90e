import type Document from './document.js'
import type { FieldValue } from './field_kinds/field_kind.js'
import { FIELD_KINDS } from './field_kinds/index.js'
import { Vault } from './files/vault.js'

/** What signers have filled in, by the ids of the fields; nothing of a document that was erased. */
export async function fieldValues(document: Document): Promise<ReadonlyMap<string, FieldValue>> {
  const filled = document.fields.filter(
    ({ type, value }) => value !== null && !FIELD_KINDS[type].isAdopted
  )
  if (filled.length === 0 || document.isErased) return new Map()
  const vault = await Vault.open(document)
  const values = new Map<string, FieldValue>()
  for (const { id, type, value } of filled) {
    const kind = FIELD_KINDS[type]
    if (!kind.isAdopted) values.set(id, kind.value(vault.openValue(id, value!).toString('utf8')))
  }
  return values
}
