import { EVENT_CATALOGUE } from '#app/webhooks/events/event_catalogue'
import { ERROR_CATALOGUE } from '../error_catalogue.js'
import { shapeOf } from '../v1/input/input_shape.js'
import { pathOf } from '../v1/openapi/inputs.js'
import type { Operation } from '../v1/operations/operation.js'
import { errorsOf } from '../v1/operations/operation_errors.js'
import { CATALOGUES, GUIDES, REFERENCE, type Entry } from './contents.js'
import { fieldRows } from './field_rows.js'
import { guideOpening, guideSections } from './guide_sections.js'

const MOST = 20
const LONGEST = 100

/** What others call it. */
const SYNONYMS: Record<string, readonly string[]> = {
  cancel: ['void'],
  withdraw: ['void'],
  revoke: ['void', 'revoke'],
  recipient: ['signer'],
  envelope: ['document'],
  contract: ['document'],
  subscription: ['webhook'],
  callback: ['webhook'],
  token: ['key', 'token'],
  resend: ['remind', 'deliver once more'],
  coordinates: ['left edge', 'points'],
  position: ['left edge'],
  throttle: ['rate_limit'],
  retry: ['again', 'retry'],
  workspace: ['tenant'],
}

const STATUSES = new Map(ERROR_CATALOGUE.map(({ code, status }) => [code, status]))

let entries: readonly Entry[] | undefined

/** Made at the first question, from what the pages themselves are made of. */
function allEntries(): readonly Entry[] {
  entries ??= [
    ...GUIDES.map((guide) => ({ ...guide, words: guideOpening(guide) })),
    ...GUIDES.flatMap(guideSections),
    ...REFERENCE.flatMap(({ resource, path }) =>
      resource.operations.map((operation) => ({
        title: operation.summary,
        text: `${operation.method} /api/v1${pathOf(operation)}`,
        path: `${path}#${operation.name}`,
        words: wordsOf(operation),
      }))
    ),
    ...CATALOGUES,
    ...EVENT_CATALOGUE.map(({ name, description, schema }) => ({
      title: name,
      text: description,
      path: `/docs/events#${name}`,
      words: fieldWords(schema),
    })),
    ...ERROR_CATALOGUE.map(({ code, status, meaning }) => ({
      title: code,
      text: meaning.replaceAll('`', ''),
      path: `/docs/errors#${code}`,
      words: String(status),
    })),
  ]
  return entries
}

/** What has all of these words: those with the words in their title first, then in what is shown, then in the text behind it. */
export function search(question: string): readonly Entry[] {
  const words = question.slice(0, LONGEST).toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const has = (text: string) => words.every((word) => isIn(text.toLowerCase(), word))
  const rank = ({ title, text, words: more }: Entry) => {
    if (has(title) || more === question) return 0
    return has(`${title} ${text}`) ? 1 : 2
  }
  return allEntries()
    .filter(({ title, text, words: more = '' }) => has(`${title} ${text} ${more}`))
    .toSorted((one, other) => rank(one) - rank(other))
    .slice(0, MOST)
}

function isIn(text: string, word: string): boolean {
  const others = Object.hasOwn(SYNONYMS, word) ? SYNONYMS[word] : []
  return [word, ...others].some((one) => text.includes(one))
}

/** Fields of what comes in and goes out, and statuses with their codes. */
function wordsOf(operation: Operation): string {
  const { body, query, answers, description = '' } = operation
  const shapes = [body, query].flatMap((validator) => (validator ? [shapeOf(validator)] : []))
  const schemas = Object.values(answers).flatMap(({ schema }) => (schema ? [schema] : []))
  const codes = errorsOf(operation).map((code) => `${code} ${STATUSES.get(code) ?? ''}`)
  return [description, ...[...shapes, ...schemas].map(fieldWords), ...codes].join(' ')
}

function fieldWords(schema: object): string {
  return fieldRows(schema)
    .map(({ path, about, choices }) =>
      [path, ...about.map(({ text }) => text), ...choices].join(' ')
    )
    .join(' ')
}
