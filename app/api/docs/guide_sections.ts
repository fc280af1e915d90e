import { existsSync, readdirSync, readFileSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import type { Entry } from './contents.js'

interface Guide {
  slug: string
  title: string
  path: string
}

const HEADING = /<h2 id="([^"]+)">([^<]+)<\/h2>/
const SAMPLES = /samples: \w+\.(\w+)/g
const TAGS = /<[^>]+>|@!?\w+\([^\n]*|@(?:if|else|end|each)\b[^\n]*|\{\{.*?\}\}/g
const MOST_SHOWN = 160

/** The parts of a guide between its headings, with the words of their text and of the programs in them. */
export function guideSections({ slug, title, path }: Guide): Entry[] {
  const source = read(`guides/${slug.replace('-', '_')}.edge`)
  const [, ...parts] = source.split(/(?=<h2 id=)/)
  return parts.flatMap((part) => {
    const [, id, heading] = HEADING.exec(part) ?? []
    if (!id) return []
    const text = wordsOf(part.replace(HEADING, ''))
    const shown = text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN).trimEnd()}…` : text
    return {
      title: `${title}: ${heading}`,
      text: shown,
      path: `${path}#${id}`,
      words: `${id} ${text} ${programsOf(part)}`,
    }
  })
}

/** What stands before the first heading, and the programs there. */
export function guideOpening({ slug }: Guide): string {
  const [opening] = read(`guides/${slug.replace('-', '_')}.edge`).split(/(?=<h2 id=)/)
  return `${wordsOf(opening)} ${programsOf(opening)}`
}

/** One template a language: its name says which. */
function programsOf(part: string): string {
  const wanted = [...part.matchAll(SAMPLES)].map(([, name]) => `${name}_`)
  const files = readdirSync(app.makePath('resources/views/docs/samples'))
  const own = files.filter((file) => wanted.some((name) => file.startsWith(name)))
  return own.map((file) => `${file.replace(/[_.]/g, ' ')} ${read(`samples/${file}`)}`).join(' ')
}

function wordsOf(source: string): string {
  return source.replace(TAGS, ' ').replaceAll('&nbsp;', ' ').replace(/\s+/g, ' ').trim()
}

function read(file: string): string {
  const path = app.makePath('resources/views/docs', file)
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}
