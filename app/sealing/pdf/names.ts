import { PDFName } from 'pdf-lib'

/** `name('Kids')` reads better than `PDFName.of('Kids')` where there are many. */
export function name(text: string) {
  return PDFName.of(text)
}
