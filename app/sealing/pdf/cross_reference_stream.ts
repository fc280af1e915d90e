import { PDFName, PDFNumber, PDFRawStream, type PDFRef, type PDFDict } from 'pdf-lib'

/** Of a kind, an offset and a generation. */
const WIDTHS = [1, 4, 2]
const IN_USE = 1

/**
 * The table of an update as a stream, which is what readers expect behind tables that are streams (ISO 32000-2, 7.5.8).
 *
 * @param own  the stream's own number; it lists itself
 * @param startsAt  where it will be written
 * @returns the whole object, one byte a character
 */
export function crossReferenceStream(
  offsets: readonly [PDFRef, number][],
  own: PDFRef,
  trailer: PDFDict,
  startsAt: number
): string {
  const { context } = trailer
  const listed = [...offsets, [own, startsAt] as const]
  const rows = listed.map(([{ generationNumber }, offset]) => {
    const row = Buffer.alloc(7)
    row.writeUInt8(IN_USE, 0)
    row.writeUInt32BE(offset, 1)
    row.writeUInt16BE(generationNumber, 5)
    return row
  })
  const dictionary = trailer.clone(context)
  dictionary.set(PDFName.of('Type'), PDFName.of('XRef'))
  dictionary.set(PDFName.of('Size'), PDFNumber.of(own.objectNumber + 1))
  dictionary.set(PDFName.of('W'), context.obj(WIDTHS))
  dictionary.set(
    PDFName.of('Index'),
    context.obj(listed.flatMap(([{ objectNumber }]) => [objectNumber, 1]))
  )
  const stream = PDFRawStream.of(dictionary, Buffer.concat(rows))
  const bytes = Buffer.alloc(stream.sizeInBytes())
  stream.copyBytesInto(bytes, 0)
  return `${own.objectNumber} 0 obj\n${bytes.toString('latin1')}\nendobj`
}
