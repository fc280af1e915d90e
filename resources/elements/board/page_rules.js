import { pdfLibrary } from '../pdf_library.js'

/** @typedef {{ x: number, y: number, width: number }} Rule  a line that is drawn across, in points from the top left */
/** @typedef {[number, number, number, number, number, number]} Matrix */
/** @typedef {{ fnArray: ArrayLike<number>, argsArray: ArrayLike<any> }} Operators */

const LEAST_PT = 70
const THICKEST_PT = 2
/** A drawing of a house has more of them than anybody signs on. */
const MOST_RULES = 200
const MOST_OPERATORS = 50_000
/** A page is read in the worker of pdf.js; a suggestion is not worth a longer wait. */
const LONGEST_MS = 1_500

/**
 * What is drawn across a page, as long lines or as thin boxes. Nothing of a page that takes too long to read.
 *
 * @param {import('pdfjs-dist').PDFDocumentProxy} pdf @param {number} number
 * @returns {Promise<Rule[]>}
 */
export async function rulesOf(pdf, number) {
  const [{ OPS }, page] = await Promise.all([pdfLibrary(), pdf.getPage(number)])
  const { transform } = page.getViewport({ scale: 1 })
  const late = new Promise((resolve) => setTimeout(() => resolve(null), LONGEST_MS))
  const read = await Promise.race([page.getOperatorList().catch(() => null), late])
  return read
    ? rulesIn(/** @type {Operators} */ (read), OPS, /** @type {Matrix} */ (transform))
    : []
}

/**
 * @param {Operators} operators
 * @param {Record<string, number>} ops  by their names
 * @param {Matrix} viewport  of the page as it is seen
 * @returns {Rule[]}
 */
export function rulesIn({ fnArray, argsArray }, ops, viewport) {
  /** @type {Matrix[]} */
  const before = []
  /** @type {Rule[]} */
  const rules = []
  let matrix = viewport
  const last = Math.min(fnArray.length, MOST_OPERATORS)
  for (let at = 0; at < last && rules.length < MOST_RULES; at++) {
    const [operator, args] = [fnArray[at], argsArray[at]]
    if (operator === ops.save) before.push(matrix)
    else if (operator === ops.restore) matrix = before.pop() ?? matrix
    else if (operator === ops.transform) matrix = times(matrix, args)
    else if (operator === ops.paintFormXObjectBegin) {
      before.push(matrix)
      if (args[0]) matrix = times(matrix, args[0])
    } else if (operator === ops.paintFormXObjectEnd) matrix = before.pop() ?? matrix
    else if (operator === ops.constructPath && isPainted(args[0], ops)) {
      const rule = ruleOf(args[2], matrix)
      if (rule) rules.push(rule)
    }
  }
  return rules
}

/** @param {number} operator @param {Record<string, number>} ops */
function isPainted(operator, ops) {
  return operator !== ops.endPath && operator !== ops.clip && operator !== ops.eoClip
}

/** @param {ArrayLike<number> | null} box  that holds the path @param {Matrix} matrix @returns {Rule | null} */
function ruleOf(box, matrix) {
  if (!box || box.length < 4) return null
  const [x1, y1] = moved(matrix, box[0], box[1])
  const [x2, y2] = moved(matrix, box[2], box[3])
  const [x, width] = [Math.min(x1, x2), Math.abs(x2 - x1)]
  const isRule = width >= LEAST_PT && Math.abs(y2 - y1) <= THICKEST_PT
  return isRule ? { x, y: Math.max(y1, y2), width } : null
}

/** @param {Matrix} matrix @param {number} x @param {number} y */
function moved([a, b, c, d, e, f], x, y) {
  return [a * x + c * y + e, b * x + d * y + f]
}

/** @param {Matrix} outer @param {ArrayLike<number>} inner @returns {Matrix} */
function times([a, b, c, d, e, f], inner) {
  const [g, h, i, j, k, l] = Array.from(inner)
  return [
    a * g + c * h,
    b * g + d * h,
    a * i + c * j,
    b * i + d * j,
    a * k + c * l + e,
    b * k + d * l + f,
  ]
}
