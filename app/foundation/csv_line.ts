/** A spreadsheet takes what begins like this for a formula, in full width as well. Behind apostrophes too, so that one more is told from those that were there. */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r]/

/** Where a file begins: without it Excel takes the letters for those of another alphabet. */
export const BOM = '\uFEFF'

/** One line of CSV (RFC 4180). A text that looks like a formula gets an apostrophe, and so stays a text. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

/** A cell as it was before `csvLine` made it safe. */
export function withoutApostrophe(text: string): string {
  return text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text
}

function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
