import { isIP } from 'node:net'
import type { SecurityFilter as Search } from '#app/audit/security_search'
import { cutText } from '#app/foundation/cut_text'
import { DAY_MS } from '#app/foundation/duration'
import User from '#app/identity/users/user'
import { anywhere } from '#app/foundation/like_pattern'
import { choiceOf, listQuery } from '../list_query.js'
import { actionsOf, AREAS } from './security_areas.js'
import { WORDS } from './security_words.js'

const MAX_WORDS = 200
const MAX_PEOPLE = 100
const DAY = /^20\d\d-\d\d-\d\d$/
const CHOICES = { ...AREAS, other: { label: 'security.area_other' } } as const

/** Which entries of the security log somebody wants to see, as the address has it; empty texts stand for everything. */
export interface SecurityFilter {
  /** A part of the name or address of who did it. */
  who: string
  /** An area, or one action. */
  what: string
  ip: string
  /** The first and the last day, in UTC. */
  from: string
  to: string
}

export const SecurityFilter = {
  choices: CHOICES,

  /** From the address; what makes no sense there is as if it were not there. */
  of(query: Record<string, unknown>): SecurityFilter {
    const ip = typed(query.ip)
    return {
      who: typed(query.who),
      what: choiceOf(CHOICES, query.what) || choiceOf(WORDS, query.what),
      ip: isIP(ip) ? ip : '',
      from: dayOf(query.from),
      to: dayOf(query.to),
    }
  },

  isEmpty(filter: SecurityFilter): boolean {
    return Object.values(filter).every((value) => value === '')
  },

  /** As a part of an address, to come back to. */
  query(filter: SecurityFilter, before?: number): string {
    return listQuery({ ...filter, before: before ? String(before) : '' }, null)
  },

  /** People are found by the name that an entry has, and by the address they have now. */
  async search({ who, what, ip, from, to }: SecurityFilter): Promise<Search> {
    const area = choiceOf(CHOICES, what)
    return {
      ...(who && { actorName: anywhere(who), actorIds: await idsOf(who) }),
      ...(what && { actions: area ? actionsOf(area) : [what] }),
      ...(ip && { ipAddress: ip }),
      ...(from && { from: new Date(from) }),
      ...(to && { until: new Date(new Date(to).getTime() + DAY_MS) }),
    }
  },
}

async function idsOf(who: string): Promise<string[]> {
  const people = await User.query()
    .where('email', 'ilike', anywhere(who))
    .limit(MAX_PEOPLE)
    .select('id')
  return people.map(({ id }) => id)
}

function typed(value: unknown): string {
  const text = typeof value === 'string' ? cutText(value.trim(), MAX_WORDS) : ''
  return text.isWellFormed() ? text.replaceAll('\0', '') : ''
}

function dayOf(value: unknown): string {
  const isDay = typeof value === 'string' && DAY.test(value) && !Number.isNaN(Date.parse(value))
  return isDay ? value : ''
}
