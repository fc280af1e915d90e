import { PDFName } from 'pdf-lib'
import { name as pdfName } from '../../pdf/names.js'
import { contentOperators } from './content_operators.js'

/** What is put in the place of operators that paint: state and positions go on as if they had. */
const INSTEAD = new Map(
  Object.entries({
    ...Object.fromEntries(['S', 's', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*'].map((op) => [op, 'n'])),
    ...Object.fromEntries(['Tj', 'TJ', 'Do', 'sh', 'BI'].map((op) => [op, ''])),
    "'": 'T*',
    '"': 'T*',
  })
)
const COMMENT = /%[^\r\n]*/g
const NAME = /\/([^\s\0()<>[\]{}/%]*)/g

/**
 * Content without what its hidden layers paint, and with no layers around the rest.
 *
 * @param shows  whether a layer is on, by its name in the content
 * @returns the same buffer where there is no layer
 */
export function withoutLayers(content: Buffer, shows: (layer: string) => boolean): Buffer {
  const parts: Buffer[] = []
  const marks: { isLayer: boolean; isHidden: boolean }[] = []
  let copiedTo = 0
  const replace = (start: number, end: number, instead: string) => {
    parts.push(content.subarray(copiedTo, start), Buffer.from(`\n${instead}\n`))
    copiedTo = end
  }
  for (const { name, start, nameAt, end } of contentOperators(content)) {
    const isHidden = marks.at(-1)?.isHidden === true
    if (name === 'BDC' || name === 'BMC') {
      const layer = name === 'BDC' ? layerIn(content.toString('latin1', start, nameAt)) : null
      marks.push({
        isLayer: layer !== null,
        isHidden: isHidden || (layer !== null && !shows(layer)),
      })
      if (layer !== null) replace(start, end, '')
    } else if (name === 'EMC') {
      if (marks.pop()?.isLayer) replace(start, end, '')
    } else if (isHidden) {
      const instead = INSTEAD.get(name)
      if (instead !== undefined) replace(start, end, instead)
    }
  }
  return copiedTo === 0 ? content : Buffer.concat([...parts, content.subarray(copiedTo)])
}

/** The name behind /OC, however both are written; empty where there is none. */
function layerIn(operands: string): string | null {
  const [tags] = operands.replace(COMMENT, ' ').split('<<')
  const names = [...tags!.matchAll(NAME)].map((match) => match[1]!)
  const at = names.findIndex((written) => PDFName.of(written) === pdfName('OC'))
  return at < 0 ? null : (names[at + 1] ?? '')
}
