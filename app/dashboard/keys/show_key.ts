import type { HttpContext } from '@adonisjs/core/http'
import { clock } from '#app/foundation/clock'
import type { RowOf } from '#app/tenancy/row'
import { KeyPolicy } from '#app/identity/access/key_policy'
import type { Right } from '#app/identity/access/right'
import { rolesWith } from '#app/identity/access/role'
import { docsAddress } from '../api_example.js'
import { phrasesOf } from '../language.js'
import { showPage } from '../page.js'
import { peopleWith, type PersonToAsk } from '../people_to_ask.js'
import type { PlaceInList } from '../place_in_list.js'
import { findKey, keyId, listPath } from './found_key.js'
import { noteOfPlan } from './note_of_plan.js'
import { PERIODS } from '../period.js'
import { RequestFilter, STATUSES } from './request_filter.js'
import { keyView } from './key_view.js'
import { requestView } from './request_view.js'

/** A key, with those of its requests that are asked for. */
export async function showKey(ctx: HttpContext, filter: RequestFilter): Promise<void> {
  const log = RequestFilter.statements(filter, keyId(ctx), clock.now())
  const { key, rows } = await findKey(ctx, ...log)
  const path = `${listPath(ctx)}/${key.id}`
  const older = olderThan(rows[0], rows[1])
  const may = (right: Right) => ctx.dashboard.may(right)
  const missing = KeyPolicy.missing(key.scopes, may)
  return showPage(ctx, 'dashboard/keys/show', {
    key: keyView(key, phrasesOf(ctx)),
    mayChange: KeyPolicy.may('change', key.scopes, may),
    mayRotate: KeyPolicy.may('rotate', key.scopes, may),
    isBeyond: missing.length > 0,
    people: await peopleWithAll(ctx, missing),
    planNote: noteOfPlan(ctx),
    requests: rows[0].slice(0, RequestFilter.pageSize).map(requestView),
    filter: { ...filter, isEmpty: RequestFilter.isEmpty(filter) },
    docs: docsAddress(ctx),
    choices: { statuses: STATUSES, periods: PERIODS },
    // what is older does not change by itself
    isLive: !filter.after,
    here: path + RequestFilter.query(filter, filter.after),
    newestHref: filter.after && path + RequestFilter.query(filter),
    olderHref: older && path + RequestFilter.query(filter, older),
  })
}

/** Those who may give all that a key has. */
async function peopleWithAll(
  { dashboard }: HttpContext,
  rights: readonly Right[]
): Promise<PersonToAsk[]> {
  const [first, ...others] = rights.map((right) => new Set(rolesWith(right, dashboard.environment)))
  if (!first) return []
  return peopleWith([...first].filter((role) => others.every((roles) => roles.has(role))))
}

/** After the last of a full page; after all that was looked at, where too little of it was wanted. */
type Place = RowOf<'api_requests', 'at' | 'id'>

function olderThan(found: readonly Place[], [edge]: readonly Place[]): PlaceInList | null {
  const isFull = found.length > RequestFilter.pageSize
  const last = isFull ? found[RequestFilter.pageSize - 1] : edge
  return last ? { createdAt: last.at, id: last.id } : null
}
