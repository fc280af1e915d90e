import { EVENT_CATALOGUE } from '#app/webhooks/event_catalogue'
import { ERROR_CATALOGUE } from '../error_catalogue.js'
import { pathOf } from '../v1/openapi/inputs.js'
import { CATALOGUES, GUIDES, REFERENCE, type Entry } from './contents.js'

const MOST = 20
const LONGEST = 100

const ENTRIES: readonly Entry[] = [
  ...GUIDES,
  ...REFERENCE.flatMap(({ resource, path }) =>
    resource.operations.map((operation) => ({
      title: operation.summary,
      text: `${operation.method} /api/v1${pathOf(operation)}`,
      path: `${path}#${operation.name}`,
    }))
  ),
  ...CATALOGUES,
  ...EVENT_CATALOGUE.map(({ name, description }) => ({
    title: name,
    text: description,
    path: `/docs/events#${name}`,
  })),
  ...ERROR_CATALOGUE.map(({ code, meaning }) => ({
    title: code,
    text: meaning.replaceAll('`', ''),
    path: `/docs/errors#${code}`,
  })),
]

/** What has all of these words, those with the words in their title first. */
export function search(question: string): readonly Entry[] {
  const words = question.slice(0, LONGEST).toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const has = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  const found = ENTRIES.filter(({ title, text }) => has(`${title} ${text}`))
  const [named, others] = [true, false].map((isNamed) =>
    found.filter(({ title }) => has(title) === isNamed)
  )
  return [...named, ...others].slice(0, MOST)
}
