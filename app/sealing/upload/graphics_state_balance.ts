const SPACE = new Set([0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20])
const DELIMITER = new Set([...'()<>[]{}/%'].map((character) => character.charCodeAt(0)))

/** How far the saves and restores of some content are from matching each other. */
export interface Imbalance {
  /** Restores without a save before them. */
  missingSaves: number
  /** Saves that nothing restores. */
  missingRestores: number
}

/**
 * Counts q and Q in a content stream (ISO 32000-2, 8.4.2), and takes no other token for them:
 * strings, names, comments and the data of inline images are passed over.
 */
export function imbalanceOf(content: Buffer): Imbalance {
  let depth = 0
  let lowest = 0
  let at = 0
  while (at < content.length) {
    const byte = content[at]!
    if (SPACE.has(byte)) at++
    else if (byte === 0x28) at = endOfString(content, at)
    else if (byte === 0x25) at = endOfLine(content, at)
    else if (byte === 0x2f) at = endOfToken(content, at + 1)
    else if (DELIMITER.has(byte)) at++
    else {
      const end = endOfToken(content, at)
      if (end === at + 1 && byte === 0x71) depth++
      else if (end === at + 1 && byte === 0x51) lowest = Math.min(lowest, --depth)
      at = isInlineImage(content, at, end) ? endOfImage(content, end) : end
    }
  }
  return { missingSaves: -lowest, missingRestores: depth - lowest }
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

function isInlineImage(content: Buffer, start: number, end: number) {
  return end === start + 2 && content[start] === 0x49 && content[start + 1] === 0x44
}

/** From ID to the EI that stands alone; what lies between are bytes of any kind. */
function endOfImage(content: Buffer, start: number) {
  for (let at = content.indexOf('EI', start); at >= 0; at = content.indexOf('EI', at + 1)) {
    const after = content[at + 2]
    if (SPACE.has(content[at - 1]!) && (after === undefined || SPACE.has(after))) return at + 2
  }
  return content.length
}
