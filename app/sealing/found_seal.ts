import { PDFArray, PDFRef } from 'pdf-lib'
import Unproven from './errors/unproven.js'
import type { IndexedFile } from './pdf/indexed_file.js'
import { name } from './pdf/names.js'
import { PdfFile } from './pdf/pdf_file.js'
import { endOf, signatureEntries } from './signed/signature_entries.js'
import { SignedFile } from './signed/signed_file.js'

/** A file, and the signature in it that is its seal if it has one. */
export interface FoundSeal {
  file: IndexedFile
  ref: PDFRef
}

/** The seal of a file that we sealed, whichever kind it is. @throws E_UNPROVEN, E_NOT_OUR_PDF */
export function foundSeal(sealed: Uint8Array): FoundSeal {
  try {
    return certifyingSeal(PdfFile.read(sealed))
  } catch {
    return approvalSeal(SignedFile.read(sealed))
  }
}

/** The certification signature, which must be the document's only field. @throws E_UNPROVEN */
export function certifyingSeal(file: PdfFile): FoundSeal {
  const { catalog } = file
  if (!catalog.has(name('Perms'))) throw new Unproven('it carries no seal')
  const certified = file.dictionary(catalog.get(name('Perms'))).get(name('DocMDP'))
  const fields = file.resolve(file.dictionary(catalog.get(name('AcroForm'))).get(name('Fields')))
  if (!(certified instanceof PDFRef) || !(fields instanceof PDFArray) || fields.size() !== 1) {
    throw new Unproven('it has other fields than the seal')
  }
  if (file.dictionary(fields.get(0)).get(name('V')) !== certified) {
    throw new Unproven('its seal is not the signature that it shows')
  }
  return { file, ref: certified }
}

/** The last signature of a file that bore others before: the one that reaches to its end. @throws E_UNPROVEN */
export function approvalSeal(file: SignedFile): FoundSeal {
  const entries = signatureEntries(file)
  const [last, ...others] = entries.filter((entry) => endOf(entry) === file.bytes.length)
  if (!last?.ref || others.length > 0) throw new Unproven('it carries no seal')
  if (entries.length === 1) throw new Unproven('its seal is of the kind for files with signatures')
  return { file, ref: last.ref }
}
