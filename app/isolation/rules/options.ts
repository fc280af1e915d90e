import type { Role } from '#app/identity/access/role'
import type { Field } from '../requests/form.js'
import { nameOf, type Route } from '../requests/route_list.js'

interface Rule {
  readonly form: string
  readonly field: string
  readonly values: readonly string[]
  /** Who may send them. */
  readonly may: readonly Role[]
}

/** What a live key may do that reaches the documents of everybody, or what everybody did. */
const OF_EVERYBODY = [
  'security:read',
  'documents:read',
  'documents:write',
  'templates:read',
  'templates:write',
  'audit:read',
  'analytics:read',
  'webhooks:read',
  'links:read',
]

/** What some who may send a form may not choose in it, by hand: a form that has come to offer it to them is no proof that they may. */
const RULES: readonly Rule[] = [
  {
    form: 'POST /settings/keys',
    field: 'scopes[]',
    values: OF_EVERYBODY,
    may: ['owner', 'admin'],
  },
  {
    form: 'POST /settings/keys/:id',
    field: 'scopes[]',
    values: OF_EVERYBODY,
    may: ['owner', 'admin'],
  },
  { form: 'POST /settings/keys', field: 'scopes[]', values: ['documents:erase'], may: ['owner'] },
  {
    form: 'POST /settings/keys/:id',
    field: 'scopes[]',
    values: ['documents:erase'],
    may: ['owner'],
  },
  // the key in the address may do everything, which its owner alone may give
  { form: 'POST /settings/keys/:id/rotate', field: 'overlap', values: ['24h'], may: ['owner'] },
  {
    form: 'POST /test/settings/keys/:id/rotate',
    field: 'overlap',
    values: ['24h'],
    may: ['owner'],
  },
  { form: 'POST /settings/members', field: 'role', values: ['owner'], may: ['owner'] },
  { form: 'POST /settings/members/:id/role', field: 'role', values: ['owner'], may: ['owner'] },
]

export function forbiddenTo(role: Role, route: Route): Field[] {
  const rules = RULES.filter(({ form, may }) => form === nameOf(route) && !may.includes(role))
  return rules.flatMap(({ field, values }) => values.map((value): Field => [field, value]))
}
