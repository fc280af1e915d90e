import string from '@adonisjs/core/helpers/string'
import { detailLine } from '#app/audit/detail_line'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'

/** Details whose values are words of ours; what people wrote stays as they wrote it. */
const OURS = new Set([
  ...['access', 'account', 'after', 'before', 'by', 'changed', 'changes', 'defaultRole'],
  ...['environment', 'events', 'from', 'method', 'reason', 'role', 'status', 'to', 'way'],
])

/** A detail of an entry in the reader's language. A list is told one by one, and what is inside of something by its own name. */
export function detailIn(
  name: string,
  value: unknown,
  phrases: DashboardPhrasebook
): { name: string; value: string } {
  return detailLine(name, worded(name, value, phrases), phrases)
}

function worded(name: string, value: unknown, phrases: DashboardPhrasebook): unknown {
  if (Array.isArray(value))
    return value.map((one: unknown) => worded(name, one, phrases)).join(', ')
  if (typeof value === 'object' && value !== null) {
    const parts = Object.entries(value).map(([part, inner]) => detailIn(part, inner, phrases))
    return parts.map((part) => `${part.name}: ${part.value}`).join(', ')
  }
  if (typeof value !== 'string' || !OURS.has(name)) return value
  const words = value.split(', ').map((word) => wordFor(word, phrases))
  return words.join(', ')
}

function wordFor(word: string, { has, t }: DashboardPhrasebook): string {
  const key = word === '*' ? 'security.value_all' : `security.value_${string.snakeCase(word)}`
  return has(key) ? t(key) : word
}
