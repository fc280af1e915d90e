/** @typedef {{ text: string, x: number, y: number, width: number, height: number }} Run  words in a line, in points from the top left; y is that of the baseline */
/** @typedef {{ type: string, x: number, y: number, width: number, height: number }} Hint */
/** @typedef {Record<string, { width: number, height: number }>} Sizes */

/** What stands where somebody is to fill something in: English, German, French, Spanish, Dutch. */
const WORDS = {
  signature:
    'signature|signed by|sign here|unterschrift|gezeichnet|lu et approuvé|firma(?:do por)?|handtekening|ondertekend door',
  initials: 'initials|initialen|kürzel|paraphe|iniciales|rúbrica|paraaf',
  date: 'date(?: of signature)?|datum|le|fecha|dated',
  name: 'name|name in full|full name|print(?:ed)? name|vor- und nachname|nom(?: et prénom)?|nombre(?: y apellidos)?|naam',
  email: 'e-?mail(?: address)?|e-?mail-adresse|courriel|correo electrónico|e-?mailadres',
  company: 'company|firma\\/organisation|unternehmen|société|entreprise|empresa|bedrijf',
}

const LABELS = Object.entries(WORDS).map(([type, words]) => {
  return { type, label: new RegExp(`(?:^|[\\s(])(?:${words})\\s*\\)?\\s*$`, 'iu') }
})

const LINE = /_{3,}|\.{6,}|…{3,}/gu
const SAME_LINE_PT = 3
const WORD_GAP_PT = 10
const BESIDE_PT = 4

/**
 * Where the text of a page asks for something: “Signature:”, “Date ______”, or a word below a line.
 *
 * @param {readonly Run[]} runs
 * @param {Sizes} sizes  of the kinds that there are
 * @param {{ width: number, height: number }} page
 * @returns {Hint[]}
 */
export function fieldHints(runs, sizes, page) {
  const lines = inLines(runs)
  const hints = lines.flatMap((run) => hintsIn(run, sizes, lines))
  const there = hints.filter(({ x, y, width, height }) => {
    return x >= 0 && y >= 0 && x + width <= page.width && y + height <= page.height
  })
  return there.filter((hint, at) => !there.slice(0, at).some((other) => overlap(hint, other)))
}

/** Pieces of one line that stand close together are one run. @param {readonly Run[]} runs @returns {Run[]} */
export function inLines(runs) {
  const sorted = runs
    .filter(({ text }) => text.trim() !== '')
    .sort((a, b) => (Math.abs(a.y - b.y) > SAME_LINE_PT ? a.y - b.y : a.x - b.x))
  /** @type {Run[]} */
  const joined = []
  for (const run of sorted) {
    const last = joined[joined.length - 1]
    const gap = last ? run.x - (last.x + last.width) : Infinity
    const isOn = last && Math.abs(last.y - run.y) <= SAME_LINE_PT && gap < WORD_GAP_PT && gap > -2
    if (!isOn) joined.push({ ...run })
    else {
      last.text += (gap > 1 && !/\s$/.test(last.text) ? ' ' : '') + run.text
      last.width = run.x + run.width - last.x
      last.height = Math.max(last.height, run.height)
    }
  }
  return joined
}

/** @param {Run} run @param {Sizes} sizes @param {Run[]} lines @returns {Hint[]} */
function hintsIn(run, sizes, lines) {
  const drawn = [...run.text.matchAll(LINE)]
  const perLetter = run.width / run.text.length
  if (drawn.length > 0)
    return drawn.map((match, at) => {
      const before = run.text.slice(at === 0 ? 0 : endOf(drawn[at - 1]), match.index)
      const type =
        typeOf(before.replace(/[:：\s]+$/u, '')) ?? captionBelow(run, match, perLetter, lines)
      const width = match[0].length * perLetter
      return box(type ?? 'text', run.x + match.index * perLetter, run.y, sizes, width)
    })
  const text = run.text.trim()
  const type = typeOf(text.replace(/\s*[:：]$/u, ''))
  if (!type || text.length > 40) return []
  if (/[:：]$/u.test(text)) return [box(type, run.x + run.width + BESIDE_PT, run.y, sizes)]
  const isAlone = new RegExp(`^(?:${WORDS[/** @type {keyof typeof WORDS} */ (type)]})$`, 'iu').test(
    text
  )
  // a word that stands alone is the caption of the line above it
  return isAlone ? [box(type, run.x, run.y - run.height - 1, sizes)] : []
}

/** @param {RegExpExecArray} match */
function endOf(match) {
  return match.index + match[0].length
}

/** @param {Run} run @param {RegExpExecArray} match @param {number} perLetter @param {Run[]} lines */
function captionBelow(run, match, perLetter, lines) {
  const [from, to] = [run.x + match.index * perLetter, run.x + endOf(match) * perLetter]
  const below = lines.find(
    (other) =>
      other.y > run.y + 2 && other.y < run.y + 20 && other.x < to && other.x + other.width > from
  )
  return below ? typeOf(below.text.trim()) : null
}

/** Which kind a word that ends a text asks for. @param {string} text */
export function typeOf(text) {
  return LABELS.find(({ label }) => label.test(text))?.type ?? null
}

/** On the baseline, no wider than the line that is drawn. @param {string} wanted @param {number} x @param {number} baseline @param {Sizes} sizes @param {number} [most] @returns {Hint} */
export function box(wanted, x, baseline, sizes, most = Infinity) {
  const type = wanted in sizes ? wanted : 'text'
  const { width, height } = sizes[type]
  return { type, x, y: baseline + 3 - height, width: Math.max(40, Math.min(width, most)), height }
}

/** @param {Hint} a @param {Hint} b */
export function overlap(a, b) {
  return a.x < b.x + b.width && a.x + a.width > b.x && a.y < b.y + b.height && a.y + a.height > b.y
}

/**
 * Those of one kind that stand side by side are of different signers: the first of the first, and so on.
 *
 * @template {Hint} H
 * @param {readonly H[]} hints  of a page
 * @param {number} chosen @param {number} count  of the signers
 * @returns {(H & { signer: number })[]}
 */
export function sharedOut(hints, chosen, count) {
  return hints.map((hint) => {
    const row = hints
      .filter((other) => other.type === hint.type && Math.abs(other.y - hint.y) < SAME_LINE_PT)
      .sort((a, b) => a.x - b.x)
    const at = row.indexOf(hint)
    return { ...hint, signer: row.length > 1 && at < count ? at : chosen }
  })
}
