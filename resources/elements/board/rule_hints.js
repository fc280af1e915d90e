import { box, inLines, typeOf } from './field_hints.js'

/** @typedef {import('./field_hints.js').Run} Run */
/** @typedef {import('./field_hints.js').Hint} Hint */
/** @typedef {import('./field_hints.js').Sizes} Sizes */
/** @typedef {import('./page_rules.js').Rule} Rule */

const CAPTION_PT = 20
const BESIDE_PT = 16
const LONGEST_CAPTION = 60
/** Above a line on which somebody signs there is room to do so. */
const ROOM_PT = 24
/** Where contracts are signed, and how much of a page such a line takes: one right across parts the foot from the text. */
const FOOT = 0.5
const WIDEST = 0.6

/**
 * What lines that are drawn ask for: a word stands before or below them, or they stand alone at the foot of a page.
 *
 * @param {readonly Rule[]} rules @param {readonly Run[]} runs
 * @param {Sizes} sizes @param {{ width: number, height: number }} page
 * @returns {Hint[]}
 */
export function ruleHints(rules, runs, sizes, page) {
  const lines = inLines(runs)
  return rules.flatMap((rule) => {
    const type =
      wordBelow(rule, lines) ??
      wordBefore(rule, lines) ??
      (isToSignOn(rule, { rules, lines, page }) ? 'signature' : null)
    const hint = type && box(type, rule.x, rule.y - 2, sizes, rule.width)
    return hint && hint.y >= 0 && hint.x >= 0 && hint.x + hint.width <= page.width ? [hint] : []
  })
}

/** @param {Rule} rule @param {Run[]} lines */
function wordBelow(rule, lines) {
  const below = lines.find(
    ({ text, x, y, width }) =>
      y > rule.y + 2 &&
      y < rule.y + CAPTION_PT &&
      x < rule.x + rule.width &&
      x + width > rule.x &&
      text.trim().length <= LONGEST_CAPTION
  )
  return below ? typeOf(below.text.trim()) : null
}

/** @param {Rule} rule @param {Run[]} lines */
function wordBefore(rule, lines) {
  const before = lines.find(({ x, y, width }) => {
    const gap = rule.x - (x + width)
    return Math.abs(y - rule.y) < 8 && gap > -2 && gap < BESIDE_PT
  })
  return before ? typeOf(before.text.trim().replace(/\s*[:：]$/u, '')) : null
}

/** @param {Rule} rule @param {{ rules: readonly Rule[], lines: Run[], page: { width: number, height: number } }} there */
function isToSignOn({ x, y, width }, { rules, lines, page }) {
  if (y < page.height * FOOT || width > page.width * WIDEST) return false
  const isOver = (/** @type {{ x: number, width: number }} */ other) =>
    other.x < x + width && other.x + other.width > x
  const hasRoom = !lines.some((run) => run.y > y - ROOM_PT && run.y <= y + 1 && isOver(run))
  // rows of a table have another close above or below
  const isAlone = !rules.some(
    (other) => Math.abs(other.y - y) > 2 && Math.abs(other.y - y) < 3 * ROOM_PT && isOver(other)
  )
  return hasRoom && isAlone
}
