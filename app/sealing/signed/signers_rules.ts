import { PDFDict, PDFNumber } from 'pdf-lib'
import { name } from '../pdf/names.js'
import type { SignatureEntry } from './signature_entries.js'
import type { SignedFile } from './signed_file.js'

/** ISO 32000-2, table 257: what may be done to a certified file. */
const ANNOTATE = 3
/** Where it does not say. */
const FILL_IN = 2

/**
 * Whether those who signed before leave room for what is added here, which are annotations and a signature: the rules of a certification
 * (DocMDP), and of a field that locks the document when it is signed (12.7.5.5).
 */
export function allowsAnnotations(file: SignedFile, entries: readonly SignatureEntry[]): boolean {
  return entries.every(
    ({ field, signature }) => isOpen(lockOf(file, field)) && isOpen(mdpOf(file, signature))
  )
}

function isOpen(permission: number | null): boolean {
  return permission === null || permission >= ANNOTATE
}

function lockOf(file: SignedFile, field: PDFDict): number | null {
  const lock = file.resolve(field.get(name('Lock')))
  return lock instanceof PDFDict ? permissionIn(file, lock) : null
}

function mdpOf(file: SignedFile, signature: PDFDict): number | null {
  let strictest: number | null = null
  for (const entry of file.array(signature.get(name('Reference')))) {
    const reference = file.resolve(entry)
    if (!(reference instanceof PDFDict)) continue
    const method = file.resolve(reference.get(name('TransformMethod')))
    const parameters = file.resolve(reference.get(name('TransformParams')))
    const stated = parameters instanceof PDFDict ? permissionIn(file, parameters) : null
    const permission = method === name('DocMDP') ? (stated ?? FILL_IN) : stated
    if (permission !== null) strictest = Math.min(strictest ?? permission, permission)
  }
  return strictest
}

function permissionIn(file: SignedFile, owner: PDFDict): number | null {
  const found = file.resolve(owner.get(name('P')))
  return found instanceof PDFNumber ? found.asNumber() : null
}
