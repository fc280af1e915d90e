import { constants, inflateSync } from 'node:zlib'
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFNumber,
  PDFRawStream,
  type PDFContext,
  type PDFName,
  type PDFObject,
  type PDFStream,
} from 'pdf-lib'
import { name } from '../../pdf/names.js'
import { fromPngRows, type PngRows } from '../../pdf/png_rows.js'

const CHUNK = 64 * 1024
/** Filters that predict, and the numbers by which they do as PNG does (ISO 32000-2, tables 8 and 10). */
const PREDICTING = ['FlateDecode', 'LZWDecode'].map(name)
const PNG = { first: 10, last: 15 }

/** Drawing instructions that are more than a reader can be asked to go through. */
export class StreamTooLong extends Error {}

/** A stream whose filters nobody knows, belong to pictures, or are said in a second way that some programs read. */
export class StreamUnreadable extends Error {}

/**
 * The content of a stream without its filters, as far as it can be read: readers show the part of a
 * damaged page that comes before the damage.
 *
 * @throws StreamTooLong, before more than `maxBytes` were inflated; StreamUnreadable
 */
export function decodedStream(context: PDFContext, stream: PDFStream, maxBytes: number): Buffer {
  if (!(stream instanceof PDFRawStream)) return bounded(Buffer.from(stream.getContents()), maxBytes)
  if (stream.dict.has(name('DP'))) throw new StreamUnreadable()
  const filter = context.lookup(stream.dict.get(name('Filter')))
  const filters = filter instanceof PDFArray ? filter.asArray() : filter ? [filter] : []
  if (filters.length === 0) return bounded(bufferOf(stream.contents), maxBytes)
  const rows = predictedRows(context, stream.dict, filters)
  const isDeflated = filters.length === 1 && context.lookup(filters[0]) === name('FlateDecode')
  const bytes =
    (isDeflated ? inflated(stream.contents, maxBytes) : null) ?? pulled(stream, maxBytes)
  return rows ? unpredicted(bytes, rows) : bytes
}

function bufferOf({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length)
}

function bounded(bytes: Buffer, maxBytes: number): Buffer {
  if (bytes.length > maxBytes) throw new StreamTooLong()
  return bytes
}

/** Of the last filter, which is undone last; null for none. @throws StreamUnreadable for those that programs hardly know */
function predictedRows(context: PDFContext, dictionary: PDFDict, filters: PDFObject[]) {
  const parameters = context.lookup(dictionary.get(name('DecodeParms')))
  const each = parameters instanceof PDFArray ? parameters.asArray() : [parameters]
  let rows: PngRows | null = null
  for (const [index, part] of each.entries()) {
    const found = context.lookup(part)
    if (!(found instanceof PDFDict)) continue
    const number = (key: string, otherwise: number) => {
      const value = context.lookup(found.get(name(key)))
      return value instanceof PDFNumber ? value.asNumber() : otherwise
    }
    const predictor = number('Predictor', 1)
    if (predictor <= 1) continue
    const isLast = index === filters.length - 1
    const isPredicting = PREDICTING.includes(context.lookup(filters[index]) as PDFName)
    if (!isLast || !isPredicting || predictor < PNG.first || predictor > PNG.last)
      throw new StreamUnreadable()
    rows = {
      columns: number('Columns', 1),
      colors: number('Colors', 1),
      bits: number('BitsPerComponent', 8),
    }
  }
  return rows
}

function unpredicted(bytes: Buffer, rows: PngRows): Buffer {
  try {
    return fromPngRows(bytes, rows)
  } catch (cause) {
    throw new StreamUnreadable('', { cause })
  }
}

/** @returns null for what is damaged */
function inflated(bytes: Uint8Array, maxOutputLength: number): Buffer | null {
  try {
    return inflateSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength })
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw new StreamTooLong()
    return null
  }
}

/** Slowly, but every filter, and up to where a damage begins. */
function pulled(stream: PDFRawStream, maxBytes: number): Buffer {
  const parts: Buffer[] = []
  let size = 0
  try {
    const source = decodePDFRawStream(stream)
    for (;;) {
      const part = source.getBytes(CHUNK)
      if (part.length === 0) break
      parts.push(Buffer.from(part))
      size += part.length
      if (size > maxBytes) throw new StreamTooLong()
    }
  } catch (error) {
    if (error instanceof StreamTooLong) throw error
    if (parts.length === 0) throw new StreamUnreadable('', { cause: error })
  }
  return Buffer.concat(parts)
}
