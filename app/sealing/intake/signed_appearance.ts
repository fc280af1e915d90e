import { PDFDict, PDFName, PDFRawStream, type PDFObject } from 'pdf-lib'
import { name } from '../pdf/names.js'
import { plainStream } from '../signed/plain_stream.js'
import type { SignedFile } from '../signed/signed_file.js'

/** Operators that leave something on the page (ISO 32000-2, annex A). */
const PAINTS = /(?<![^\s\])>])(?:[fFsSbB]\*?|Tj|TJ|'|"|Do|sh|EI)(?![^\s[(</])/

/** The normal one, of the state that the field is in. */
export function appearanceOf(file: SignedFile, annotation: PDFDict): PDFObject | undefined {
  const all = file.resolve(annotation.get(name('AP')))
  const normal = all instanceof PDFDict ? file.resolve(all.get(name('N'))) : undefined
  if (!(normal instanceof PDFDict)) return normal
  const state = file.resolve(annotation.get(name('AS')))
  return state instanceof PDFName ? file.resolve(normal.get(state)) : undefined
}

/** One that cannot be read here may be read elsewhere. */
export function paints(appearance: PDFObject | undefined): boolean {
  if (!(appearance instanceof PDFRawStream)) return false
  try {
    return PAINTS.test(plainStream(appearance).toString('latin1'))
  } catch {
    return true
  }
}
