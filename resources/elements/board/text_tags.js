import { inLines } from './field_hints.js'

/** @typedef {import('./field_hints.js').Run} Run */
/** @typedef {import('./field_hints.js').Sizes} Sizes */
/** @typedef {{ width: number, height: number }} Size */
/** @typedef {{ type: string, signer: number, x: number, y: number, width: number, height: number, options?: { label: string } }} Tagged */

/** As the server reads them. */
const TAG =
  /\{\{\s{0,9}([A-Za-z]{1,30})\s{0,9}:\s{0,9}([^\s{}:]{1,64})\s{0,9}(?::([^{}]{1,100}))?\}\}/g

/** What a tag cannot say: which choices, which text. */
const WITHOUT_TAG = ['radio', 'select', 'note']

/** Of the height of letters, from the baseline to their middle. */
const MIDDLE = 0.35

/**
 * The fields that the text of a page asks for, as in `{{signature:1}}` or `{{text:buyer:Customer number}}`: each where its tag stands.
 *
 * @param {readonly Run[]} runs
 * @param {{ sizes: Sizes, page: Size, names: readonly string[], widthOf?: (text: string) => number }} there  the kinds of fields, and the signers or roles; how wide words are, by any measure
 * @returns {{ fields: Tagged[], unknown: number }}  with how many tags name a kind or somebody that is not there
 */
export function textTags(runs, { sizes, page, names, widthOf = (text) => text.length }) {
  const tags = inLines(runs).flatMap((run) =>
    [...run.text.matchAll(TAG)].map((match) => ({ run, match }))
  )
  const fields = tags.flatMap(({ run, match }) => {
    const [, kind, who, label] = match
    const type = kind.toLowerCase()
    const signer = signerOf(who, names)
    if (!Object.hasOwn(sizes, type) || WITHOUT_TAG.includes(type) || signer < 0) return []
    const named = label?.trim() ? { options: { label: label.trim() } } : {}
    const before = widthOf(run.text.slice(0, match.index)) / widthOf(run.text)
    const x = run.x + run.width * before
    return [{ type, signer, ...box(x, run, sizes[type], page), ...named }]
  })
  return { fields, unknown: tags.length - fields.length }
}

/** By name, or by number from 1. @param {string} who @param {readonly string[]} names */
function signerOf(who, names) {
  const named = names.findIndex((name) => name.toLowerCase() === who.toLowerCase())
  if (named >= 0 || !/^\d{1,3}$/.test(who)) return named
  return Number(who) <= names.length ? Number(who) - 1 : -1
}

/** @param {number} x @param {Run} run @param {Size} size @param {Size} page */
function box(x, run, { width, height }, page) {
  const within = (/** @type {number} */ place, /** @type {number} */ room) =>
    Math.min(Math.max(place, 0), Math.max(room, 0))
  return {
    x: within(x, page.width - width),
    y: within(run.y - run.height * MIDDLE - height / 2, page.height - height),
    width: Math.min(width, page.width),
    height: Math.min(height, page.height),
  }
}
