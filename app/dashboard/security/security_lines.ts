import { isVisiting } from '#app/audit/actor'
import type { ReadEntry } from '#app/audit/read_entry'
import { readable } from '#app/audit/detail_line'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { detailIn } from './detail_values.js'
import { WORDS } from './security_words.js'

/** An entry of the account's trail as its people read it. */
export interface SecurityLine {
  sequence: number
  words: string
  actor: string
  isSupport: boolean
  ipAddress: string | null
  details: { name: string; value: string }[]
  at: Date
}

/** Names and addresses that were erased read as nothing; ids help nobody here. */
const OF_THE_ACTOR = new Set(['actorName', 'ipAddress', 'userAgent'])

export function securityLine(
  { sequence, action, at, body, personal }: ReadEntry,
  phrases: DashboardPhrasebook
): SecurityLine {
  const { t } = phrases
  const { actor, details } = body
  const values = { ...details, ...personal }
  return {
    sequence,
    at,
    words: isKnown(action) ? t(WORDS[action]) : readable(action),
    actor:
      personal.actorName ?? t(actor.type === 'system' ? 'security.system' : 'security.somebody'),
    isSupport: isVisiting(actor),
    ipAddress: personal.ipAddress ?? null,
    details: Object.entries(values)
      .filter(([name, value]) => !OF_THE_ACTOR.has(name) && isShown(name, value))
      .map(([name, value]) => detailIn(name, value, phrases)),
  }
}

function isShown(name: string, value: unknown): boolean {
  return value !== null && value !== '' && !/(?:Id|Sha256)$/.test(name) && name !== 'supportId'
}

function isKnown(action: string): action is keyof typeof WORDS {
  return Object.hasOwn(WORDS, action)
}
