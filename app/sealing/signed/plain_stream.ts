import { decodePDFRawStream, PDFArray, PDFDict, PDFNumber, type PDFRawStream } from 'pdf-lib'
import NotOurPdf from '../errors/not_our_pdf.js'
import { name } from '../pdf/names.js'

/** Tables and packed objects of the largest files take a few of these. */
const MAX_BYTES = 64 * 2 ** 20
const CHUNK = 64 * 1024

/** From here on predictors are those of PNG, and each row names its own (ISO 32000-2, table 10). */
const PNG = 10

/** A stream that holds a table or packed objects, without its filters. @throws E_NOT_OUR_PDF */
export function plainStream(stream: PDFRawStream): Buffer {
  const bytes = stream.dict.has(name('Filter')) ? pulled(stream) : Buffer.from(stream.contents)
  const found = stream.dict.get(name('DecodeParms'))
  const parameters = found instanceof PDFArray ? found.get(0) : found
  if (!(parameters instanceof PDFDict)) return bytes
  const number = (key: string, otherwise: number) => {
    const value = parameters.get(name(key))
    return value instanceof PDFNumber ? value.asNumber() : otherwise
  }
  const predictor = number('Predictor', 1)
  if (predictor === 1) return bytes
  if (predictor < PNG || number('Colors', 1) !== 1 || number('BitsPerComponent', 8) !== 8)
    throw new NotOurPdf('a table in it is packed in a way that nobody uses')
  return withoutPredictor(bytes, number('Columns', 1))
}

function pulled(stream: PDFRawStream): Buffer {
  const parts: Buffer[] = []
  let size = 0
  const source = decodePDFRawStream(stream)
  for (;;) {
    const part = source.getBytes(CHUNK)
    if (part.length === 0) return Buffer.concat(parts)
    parts.push(Buffer.from(part))
    size += part.length
    if (size > MAX_BYTES) throw new NotOurPdf('its tables are too large')
  }
}

/** Filters of PNG, over bytes (ISO/IEC 15948, 9.2). */
function withoutPredictor(bytes: Buffer, columns: number): Buffer {
  if (!(columns >= 1 && columns <= 256)) throw new NotOurPdf('a table in it has no width')
  const rows = Math.floor(bytes.length / (columns + 1))
  const plain = Buffer.alloc(rows * columns)
  for (let row = 0; row < rows; row++) {
    const from = row * (columns + 1)
    const to = row * columns
    for (let column = 0; column < columns; column++) {
      const left = column > 0 ? plain[to + column - 1]! : 0
      const up = row > 0 ? plain[to - columns + column]! : 0
      const corner = row > 0 && column > 0 ? plain[to - columns + column - 1]! : 0
      const guess = guessed(bytes[from]!, left, up, corner)
      plain[to + column] = bytes[from + 1 + column]! + guess
    }
  }
  return plain
}

function guessed(filter: number, left: number, up: number, corner: number): number {
  switch (filter) {
    case 0:
      return 0
    case 1:
      return left
    case 2:
      return up
    case 3:
      return (left + up) >> 1
    case 4:
      return paeth(left, up, corner)
    default:
      throw new NotOurPdf('a table in it is damaged')
  }
}

function paeth(left: number, up: number, corner: number): number {
  const sum = left + up - corner
  const [a, b, c] = [Math.abs(sum - left), Math.abs(sum - up), Math.abs(sum - corner)]
  if (a <= b && a <= c) return left
  return b <= c ? up : corner
}
