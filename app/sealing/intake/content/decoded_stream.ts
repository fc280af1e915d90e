import { constants, inflateSync } from 'node:zlib'
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFNumber,
  PDFRawStream,
  type PDFStream,
  type PDFContext,
} from 'pdf-lib'
import { name } from '../../pdf/names.js'

const CHUNK = 64 * 1024

/** Drawing instructions that are more than a reader can be asked to go through. */
export class StreamTooLong extends Error {}

/** A stream whose filters nobody knows, or that belong to pictures. */
export class StreamUnreadable extends Error {}

/**
 * The content of a stream without its filters, as far as it can be read: readers show the part of a
 * damaged page that comes before the damage.
 *
 * @throws StreamTooLong, before more than `maxBytes` were inflated; StreamUnreadable
 */
export function decodedStream(context: PDFContext, stream: PDFStream, maxBytes: number): Buffer {
  if (!(stream instanceof PDFRawStream)) return bounded(Buffer.from(stream.getContents()), maxBytes)
  const filter = context.lookup(stream.dict.get(name('Filter')))
  const filters = filter instanceof PDFArray ? filter.asArray() : filter ? [filter] : []
  if (filters.length === 0) return bounded(bufferOf(stream.contents), maxBytes)
  refusePredictors(context, stream.dict)
  const isDeflated = filters.length === 1 && context.lookup(filters[0]) === name('FlateDecode')
  return (isDeflated ? inflated(stream.contents, maxBytes) : null) ?? pulled(stream, maxBytes)
}

function bufferOf({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length)
}

function bounded(bytes: Buffer, maxBytes: number): Buffer {
  if (bytes.length > maxBytes) throw new StreamTooLong()
  return bytes
}

/** Nobody predicts drawing instructions, as pictures are; pdf-lib would return nonsense. */
function refusePredictors(context: PDFContext, dictionary: PDFDict) {
  const parameters = context.lookup(dictionary.get(name('DecodeParms')))
  const each = parameters instanceof PDFArray ? parameters.asArray() : [parameters]
  for (const part of each) {
    const found = context.lookup(part)
    if (!(found instanceof PDFDict)) continue
    const predictor = context.lookup(found.get(name('Predictor')))
    if (predictor instanceof PDFNumber && predictor.asNumber() > 1) throw new StreamUnreadable()
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
