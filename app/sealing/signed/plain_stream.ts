import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFNumber,
  type PDFObject,
  type PDFRawStream,
} from 'pdf-lib'
import NotOurPdf from '../errors/not_our_pdf.js'
import { name } from '../pdf/names.js'
import { fromPngRows, NoPngRows } from '../pdf/png_rows.js'

/** Tables and packed objects of the largest files take a few of these. */
const MAX_BYTES = 64 * 2 ** 20
const CHUNK = 64 * 1024

/** From here on predictors are those of PNG, and each row names its own (ISO 32000-2, table 10). */
const PNG = 10

/** A stream that holds a table or packed objects, without its filters. @throws E_NOT_OUR_PDF */
export function plainStream(stream: PDFRawStream): Buffer {
  if (stream.dict.has(name('DP')))
    throw new NotOurPdf('some programs unpack a stream of it in another way')
  const filters = listed(stream, 'Filter')
  const bytes = filters.length > 0 ? pulled(stream) : Buffer.from(stream.contents)
  const each = listed(stream, 'DecodeParms').filter((found) => found instanceof PDFDict)
  const number = (parameters: PDFDict, key: string, otherwise: number) => {
    const value = parameters.lookup(name(key))
    if (value instanceof PDFNumber) return value.asNumber()
    if (parameters.has(name(key))) throw new NotOurPdf('how a stream of it is packed is unclear')
    return otherwise
  }
  const predicting = each.filter((parameters) => number(parameters, 'Predictor', 1) !== 1)
  const [parameters] = predicting
  if (!parameters) return bytes
  const isUsual =
    filters.length === 1 &&
    number(parameters, 'Predictor', 1) >= PNG &&
    number(parameters, 'Colors', 1) === 1 &&
    number(parameters, 'BitsPerComponent', 8) === 8
  if (!isUsual) throw new NotOurPdf('a table in it is packed in a way that nobody uses')
  return unpredicted(bytes, number(parameters, 'Columns', 1))
}

/** As one or several. @throws E_NOT_OUR_PDF where that is in an object that was not read yet */
function listed({ dict }: PDFRawStream, key: string): (PDFObject | undefined)[] {
  const found = dict.lookup(name(key))
  const each = found instanceof PDFArray ? found.asArray() : dict.has(name(key)) ? [found] : []
  return each.map((one) => {
    const object = dict.context.lookup(one)
    if (object === undefined) throw new NotOurPdf('how a stream of it is packed is elsewhere')
    return object
  })
}

function unpredicted(bytes: Buffer, columns: number): Buffer {
  try {
    return fromPngRows(bytes, { columns, colors: 1, bits: 8 })
  } catch (cause) {
    if (cause instanceof NoPngRows) throw new NotOurPdf('a table in it is damaged', { cause })
    throw cause
  }
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
