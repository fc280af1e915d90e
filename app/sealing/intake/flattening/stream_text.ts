import { PDFHexString, PDFString, type PDFContext, type PDFStream } from 'pdf-lib'
import { name } from '../../pdf/names.js'
import { ObjectReader } from '../../pdf/object_reader.js'
import { contentOperators } from '../content/content_operators.js'
import { decodedStream } from '../content/decoded_stream.js'

const MAX_BYTES = 2 ** 20
const SHOWING = new Set(['Tj', 'TJ', "'", '"'])
/** Behind these, the font may be another one than was named last. */
const RESTORING = new Set(['q', 'Q', 'gs'])
const STRINGS = /\(((?:[^()\\]|\\[^]|\((?:[^()\\]|\\[^])*\))*)\)|<([0-9A-Fa-f\s]*)>/g
const FONT = /\/([^\s()<>[\]{}/%]+)\s+\S+\s*$/
/** Those of fonts of many letters that take two bytes for each (ISO 32000-2, 9.7.5.2). */
const OF_TWO_BYTES = ['Identity-H', 'Identity-V']

/**
 * The text that an appearance draws, read as Latin-1: enough to tell whether it is some value, since
 * the fonts of form fields have these codes.
 */
export function shownText(context: PDFContext, stream: PDFStream): string {
  return [...shownStrings(context, stream)].map(({ text }) => text).join('')
}

/** How many letters an appearance draws, but for blanks. */
export function shownLetters(context: PDFContext, stream: PDFStream): number {
  const reader = new ObjectReader(context)
  const resources = reader.dictionary(stream.dict.get(name('Resources')))
  const fonts = reader.dictionary(resources?.get(name('Font')))
  let count = 0
  for (const { text, font } of shownStrings(context, stream)) {
    const used = font === null ? null : reader.dictionary(fonts?.get(name(font)))
    const isComposite = used !== null && reader.name(used.get(name('Subtype'))) === 'Type0'
    const hasPairs =
      isComposite && OF_TWO_BYTES.includes(reader.name(used.get(name('Encoding'))) ?? '')
    count += hasPairs ? Math.ceil(text.length / 2) : text.replace(/[\s\u00a0]+/g, '').length
  }
  return count
}

/** With the names of their fonts, where they are known. */
function* shownStrings(context: PDFContext, stream: PDFStream) {
  let content: Buffer
  try {
    content = decodedStream(context, stream, MAX_BYTES)
  } catch {
    return
  }
  let font: string | null = null
  for (const { name: operator, start, nameAt } of contentOperators(content)) {
    const operands = content.toString('latin1', start, nameAt)
    if (operator === 'Tf') font = FONT.exec(operands)?.[1] ?? null
    if (RESTORING.has(operator)) font = null
    if (SHOWING.has(operator)) yield { text: stringsIn(operands), font }
  }
}

function stringsIn(operands: string): string {
  return [...operands.matchAll(STRINGS)]
    .map(([, plain, hex]) => (plain === undefined ? PDFHexString.of(hex!) : PDFString.of(plain)))
    .map((string) => Buffer.from(string.asBytes()).toString('latin1'))
    .join('')
}
