import type { Route } from '../requests/route_list.js'

/** Who is at the platform's console. */
export type ConsoleRole = 'administrator' | 'operator' | 'halfway'

interface Rule {
  readonly at: string
  readonly method?: 'GET' | 'POST'
  readonly may: readonly ConsoleRole[]
}

const HALFWAY: readonly ConsoleRole[] = ['halfway']
const ADMINISTRATORS: readonly ConsoleRole[] = ['administrator']
const OPERATORS: readonly ConsoleRole[] = ['administrator', 'operator']

/** By hand: what changes who may do what, what plans hold, and what is erased, is for administrators. The first rule that fits holds. */
const RULES: readonly Rule[] = [
  { at: '/login/code', may: HALFWAY },
  { at: '/enrol', may: HALFWAY },
  { at: '/plans/:key', may: ADMINISTRATORS },
  { at: '/plans', may: OPERATORS },
  { at: '/operators', method: 'POST', may: ADMINISTRATORS },
  { at: '/operators/:id', may: ADMINISTRATORS },
  { at: '/operators', may: OPERATORS },
  { at: '/settings', may: ADMINISTRATORS },
  { at: '/tenants/:id/delete', may: ADMINISTRATORS },
  { at: '/tenants/:id/keep', may: ADMINISTRATORS },
  { at: '/tenants', may: OPERATORS },
  { at: '/plan-requests', may: OPERATORS },
  { at: '/reports', may: OPERATORS },
  { at: '/stuck', may: OPERATORS },
  { at: '/incidents', may: OPERATORS },
  { at: '/health', may: OPERATORS },
  { at: '/trail', may: OPERATORS },
  { at: '/', method: 'GET', may: OPERATORS },
]

/** @returns null for a page that no rule speaks of */
export function consoleRolesFor({ method, pattern }: Route): readonly ConsoleRole[] | null {
  const rule = RULES.find(
    (one) =>
      (pattern === one.at || (one.at !== '/' && pattern.startsWith(`${one.at}/`))) &&
      (one.method === undefined || one.method === method)
  )
  return rule?.may ?? null
}
