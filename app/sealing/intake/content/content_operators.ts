const SPACE = new Set([0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20])
const DELIMITER = new Set([...'()<>[]{}/%'].map((character) => character.charCodeAt(0)))
const LONGEST_OPERATOR = 3

export interface ContentOperator {
  /** As it is written: `q`, `BDC`, `Tj`. Of an inline image it is `BI`, and spans all of the image. */
  name: string
  /** Where its operands begin, behind the operator before it. */
  start: number
  /** Where its operands end and its name begins. */
  nameAt: number
  end: number
}

/**
 * The operators of a content stream in their order (ISO 32000-2, 7.8.2). Strings, names, comments and
 * the data of inline images are passed over; what is no operator that anybody knows, too.
 */
export function* contentOperators(content: Buffer): Generator<ContentOperator> {
  let at = 0
  let start = 0
  let image: number | null = null
  while (at < content.length) {
    const byte = content[at]!
    if (SPACE.has(byte)) at++
    else if (byte === 0x28) at = endOfString(content, at)
    else if (byte === 0x25) at = endOfLine(content, at)
    else if (byte === 0x2f) at = endOfToken(content, at + 1)
    else if (DELIMITER.has(byte)) at++
    else {
      const nameAt = at
      at = endOfToken(content, at)
      if (isNumber(byte) || at - nameAt > LONGEST_OPERATOR) continue
      const name = content.toString('latin1', nameAt, at)
      if (name === 'BI') image = nameAt
      else if (name === 'ID') {
        at = endOfImage(content, at)
        yield { name: 'BI', start, nameAt: image ?? nameAt, end: at }
        image = null
      } else yield { name, start, nameAt, end: at }
      if (image === null) start = at
    }
  }
}

function isNumber(byte: number) {
  return (byte >= 0x30 && byte <= 0x39) || byte === 0x2b || byte === 0x2d || byte === 0x2e
}

function endOfToken(content: Buffer, start: number) {
  let at = start
  while (at < content.length && !SPACE.has(content[at]!) && !DELIMITER.has(content[at]!)) at++
  return at
}

function endOfLine(content: Buffer, start: number) {
  let at = start
  while (at < content.length && content[at] !== 0x0a && content[at] !== 0x0d) at++
  return at
}

/** Parentheses nest, and a backslash takes the meaning from the next character. */
function endOfString(content: Buffer, start: number) {
  let depth = 0
  let at = start
  for (; at < content.length; at++) {
    if (content[at] === 0x5c) at++
    else if (content[at] === 0x28) depth++
    else if (content[at] === 0x29 && --depth === 0) return at + 1
  }
  return at
}

/** From ID to the EI that stands alone; what lies between are bytes of any kind. */
function endOfImage(content: Buffer, start: number) {
  for (let at = content.indexOf('EI', start); at >= 0; at = content.indexOf('EI', at + 1)) {
    const after = content[at + 2]
    if (SPACE.has(content[at - 1]!) && (after === undefined || SPACE.has(after))) return at + 2
  }
  return content.length
}
