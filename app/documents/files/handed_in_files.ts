import type Document from '../document.js'
import { fileIn, type HandedInFile } from '../field_kinds/attachment.js'
import { Vault } from './vault.js'

interface OfField extends HandedInFile {
  fieldId: string
  signerId: string
}

/** What signers have handed in so far, in the order of the fields; nothing of a document that was erased. */
export async function handedInFiles(document: Document): Promise<OfField[]> {
  const filled = document.fields.filter((field) => field.isHandedIn)
  if (filled.length === 0 || document.isErased) return []
  const vault = await Vault.open(document)
  return filled.flatMap(({ id: fieldId, signerId, value }) => {
    const file = fileIn(vault.openValue(fieldId, value!).toString('utf8'))
    return file ? [{ ...file, fieldId, signerId }] : []
  })
}
