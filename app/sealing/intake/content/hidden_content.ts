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
const LAYER = /\/OC\s*(\/[^\s()<>[\]{}/%]+)\s*$/

/**
 * Content without what its hidden layers paint.
 *
 * @param hidden  the names of the layers as the content has them, such as `/Oc1`
 */
export function withoutHidden(content: Buffer, hidden: ReadonlySet<string>): Buffer {
  const parts: Buffer[] = []
  const marks: boolean[] = []
  let copiedTo = 0
  for (const { name, start, nameAt, end } of contentOperators(content)) {
    if (name === 'BDC' || name === 'BMC') {
      const layer = LAYER.exec(content.toString('latin1', start, nameAt))?.[1]
      marks.push(marks.at(-1) === true || (layer !== undefined && hidden.has(layer)))
    } else if (name === 'EMC') marks.pop()
    const instead = marks.at(-1) ? INSTEAD.get(name) : undefined
    if (instead === undefined) continue
    parts.push(content.subarray(copiedTo, start), Buffer.from(`\n${instead}\n`))
    copiedTo = end
  }
  return Buffer.concat([...parts, content.subarray(copiedTo)])
}
