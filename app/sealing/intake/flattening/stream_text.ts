import { PDFHexString, PDFString, type PDFContext, type PDFStream } from 'pdf-lib'
import { contentOperators } from '../content/content_operators.js'
import { decodedStream } from '../content/decoded_stream.js'

const MAX_BYTES = 2 ** 20
const SHOWING = new Set(['Tj', 'TJ', "'", '"'])
const STRINGS = /\(((?:[^()\\]|\\[^]|\((?:[^()\\]|\\[^])*\))*)\)|<([0-9A-Fa-f\s]*)>/g

/**
 * The text that an appearance draws, read as Latin-1: enough to tell whether it is some value, since
 * the fonts of form fields have these codes.
 */
export function shownText(context: PDFContext, stream: PDFStream): string {
  let content: Buffer
  try {
    content = decodedStream(context, stream, MAX_BYTES)
  } catch {
    return ''
  }
  let text = ''
  for (const { name, start, nameAt } of contentOperators(content)) {
    if (SHOWING.has(name)) text += stringsIn(content.toString('latin1', start, nameAt))
  }
  return text
}

function stringsIn(operands: string): string {
  return [...operands.matchAll(STRINGS)]
    .map(([, plain, hex]) => (plain === undefined ? PDFHexString.of(hex!) : PDFString.of(plain)))
    .map((string) => Buffer.from(string.asBytes()).toString('latin1'))
    .join('')
}
