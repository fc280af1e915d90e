import { constants, inflateSync } from 'node:zlib'
import { decodePDFRawStream, PDFArray, PDFRawStream, type PDFContext, type PDFDict } from 'pdf-lib'
import { name } from '../pdf/names.js'
import { PageContent } from '../pdf/page_content.js'
import { imbalanceOf } from './graphics_state_balance.js'
import type { UploadedPage } from './page_tree.js'

/** Of one document; what is longer is left as it is. */
const MAX_DECODED_BYTES = 64 * 2 ** 20

/**
 * Makes every page restore the graphics states that it saves. A page that leaves one open would
 * pass its scale and origin on to whatever is stamped behind it.
 */
export function balanceContents(context: PDFContext, pages: UploadedPage[]) {
  let room = MAX_DECODED_BYTES
  for (const { dictionary } of pages) {
    const content = decodedContent(context, dictionary, room)
    if (!content) continue
    room -= content.length
    const { missingSaves, missingRestores } = imbalanceOf(content)
    if (missingSaves === 0 && missingRestores === 0) continue
    const add = (operators: string) => context.register(context.stream(operators))
    new PageContent(dictionary, (object) => context.lookup(object)).wrap(
      add('q\n'.repeat(missingSaves)),
      add(`\n${'Q\n'.repeat(missingRestores)}`)
    )
  }
}

/** The content of a page in one piece, or null where it cannot be read here. */
function decodedContent(context: PDFContext, page: PDFDict, maxBytes: number): Buffer | null {
  const contents = context.lookup(page.get(name('Contents')))
  const streams = contents instanceof PDFArray ? contents.asArray() : [contents]
  const parts: Buffer[] = []
  try {
    for (const part of streams) {
      const stream = context.lookup(part)
      if (stream instanceof PDFRawStream) parts.push(decoded(context, stream, maxBytes))
    }
  } catch {
    return null
  }
  const content = Buffer.concat(parts.flatMap((part) => [part, Buffer.from('\n')]))
  return content.length <= maxBytes ? content : null
}

function decoded(context: PDFContext, stream: PDFRawStream, maxOutputLength: number): Buffer {
  const filter = context.lookup(stream.dict.get(name('Filter')))
  if (!filter) return Buffer.from(stream.contents)
  if (filter === name('FlateDecode') && !stream.dict.has(name('DecodeParms'))) {
    // streams that were cut short are shown as far as they go
    return inflateSync(stream.contents, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength })
  }
  return Buffer.from(decodePDFRawStream(stream).decode())
}
