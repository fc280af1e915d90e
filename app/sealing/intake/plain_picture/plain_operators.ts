import { PDFHexString, PDFName, PDFString } from 'pdf-lib'

/** A number, a name, a text, or numbers and texts in one. */
export type Operand = number | PDFName | Text | (number | Text)[]

/** The bytes of a string, each of them a character. */
export interface Text {
  codes: Uint8Array
}

export interface PlainOperator {
  name: string
  operands: Operand[]
}

const END = String.raw`(?=[\0\t\n\f\r ()<>[\]/]|$)`
const TOKEN = new RegExp(
  [
    String.raw`[\0\t\n\f\r ]+`,
    String.raw`(?<number>[+-]?(?:\d+\.?\d*|\.\d+))${END}`,
    String.raw`(?<name>\/[^\0\t\n\f\r ()<>[\]{}/%]+)`,
    String.raw`\((?<plain>(?:[^()\\]|\\[^]|\((?:[^()\\]|\\[^])*\))*)\)`,
    String.raw`<(?<hex>[0-9A-Fa-f\s]*)>`,
    String.raw`(?<bracket>[[\]])`,
    String.raw`(?<operator>[A-Za-z]+\*?|'|")${END}`,
  ].join('|'),
  'y'
)

/**
 * The operators of a content stream in which there is nothing that two programs could read in two ways, such as `0f` or a comment.
 *
 * @returns null for any other
 */
export function plainOperators(content: string): PlainOperator[] | null {
  const operators: PlainOperator[] = []
  let operands: Operand[] = []
  let list: (number | Text)[] | null = null
  for (let at = 0; at < content.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at
    const token = TOKEN.exec(content)?.groups
    if (!token) return null
    const { bracket, operator } = token
    if (bracket !== undefined) {
      if ((bracket === '[') !== (list === null)) return null
      if (list !== null) operands.push(list)
      list = list === null ? [] : null
    } else if (operator !== undefined) {
      if (list !== null) return null
      operators.push({ name: operator, operands })
      operands = []
    } else {
      const operand = operandOf(token)
      if (operand === null) continue
      if (list === null) operands.push(operand)
      else if (operand instanceof PDFName) return null
      else list.push(operand)
    }
  }
  return operands.length === 0 && list === null ? operators : null
}

function operandOf(token: Record<string, string | undefined>): number | PDFName | Text | null {
  const { number, name, plain, hex } = token
  if (number !== undefined) return Number(number)
  if (name !== undefined) return PDFName.of(name.slice(1))
  if (plain !== undefined) return { codes: PDFString.of(plain).asBytes() }
  return hex === undefined ? null : { codes: PDFHexString.of(hex).asBytes() }
}
