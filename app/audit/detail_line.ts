import string from '@adonisjs/core/helpers/string'
import { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/
const STYLE = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } as const

/** What an entry of a trail holds beside its words, for people: `{mayWrite: true}` reads “May write yes”. */
export function detailLine(
  name: string,
  value: unknown,
  phrases = DashboardPhrasebook.speaking('en')
): { name: string; value: string } {
  const key = `security.detail_${string.snakeCase(name)}`
  const words = phrases.has(key) ? phrases.t(key) : readable(name)
  return { name: words, value: printableValue(value, phrases) }
}

/** `brand.logo_changed` and `mayWrite` read as “Brand logo changed” and “May write”. */
export function readable(name: string): string {
  const words = name
    .replaceAll(/[._]/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return words[0].toUpperCase() + words.slice(1)
}

function printableValue(value: unknown, { t, locale }: DashboardPhrasebook): string {
  if (typeof value === 'boolean') return t(value ? 'security.yes' : 'security.no')
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value === 'string' && MOMENT.test(value))
    return `${new Intl.DateTimeFormat(locale, STYLE).format(new Date(value))} UTC`
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
