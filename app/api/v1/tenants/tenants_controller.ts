import type { HttpContext } from '@adonisjs/core/http'
import { faultPoint } from '#app/foundation/processes/fault_point'
import { isIdentifier, newId } from '#app/foundation/identifier'
import { sha256Hex } from '#app/foundation/opaque_token'
import type { ResoldTenant } from '#app/tenants/resale/resold_tenant'
import { ResoldTenantTransformer } from '#app/tenants/resale/resold_tenant_transformer'
import { UsageMonth } from '#app/tenants/usage/usage_month'
import { answer, reply, send, type Reply } from '../answer/answer.js'
import { TENANT_ANSWER, TENANT_DELETED, TENANT_LIST } from '../schemas/tenant.js'
import { Cursor } from '../answer/cursor.js'
import { fingerprint } from '../idempotency/fingerprint.js'
import { once } from '../idempotency/once.js'
import { bodyOf, queryOf } from '../input/input.js'
import { pageSize } from '../validators/rules.js'
import {
  tenantChangeValidator,
  tenantsQuery,
  tenantValidator,
} from '../validators/tenant_validator.js'
import InvalidCursor from '../errors/invalid_cursor.js'
import { found, listOf, resaleOf, tenantId } from './resale_access.js'

const LIST = 'tenants'

export default class TenantsController {
  /** POST /api/v1/tenants: answered at once, made by a worker. */
  async store(ctx: HttpContext) {
    const resale = resaleOf(ctx)
    const { owner: person, ...wanted } = bodyOf(ctx, tenantValidator)
    const owner = { id: newId('usr'), ...person, passwordHash: null }
    return once(ctx, async (keep) => {
      const { id } = await resale.create({ ...wanted, owner, orderKey: orderKey(ctx) })
      faultPoint('tenants.ordered')
      const location = `/api/v1/tenants/${id}`
      await keep(shown(ctx, await found(resale, id), { status: 201, location }))
    })
  }

  /** GET /api/v1/tenants: newest first. */
  async index(ctx: HttpContext) {
    const { limit: asked, cursor, ...conditions } = queryOf(ctx, tenantsQuery)
    const limit = pageSize(asked)
    const after = cursor === undefined ? undefined : placeOf(cursor)
    const month = UsageMonth.current().name
    const tenants = await listOf(resaleOf(ctx)).page({ ...conditions, month, limit, after })
    const page = tenants.slice(0, limit)
    const hasMore = tenants.length > limit
    const last = page.at(-1)
    return answer(ctx, TENANT_LIST, {
      data: page.map((tenant) => ResoldTenantTransformer.transform(tenant)),
      hasMore,
      nextCursor: hasMore && last ? cursorAfter(last) : null,
    })
  }

  /** GET /api/v1/tenants/:id */
  async show(ctx: HttpContext) {
    return send(ctx, shown(ctx, await found(resaleOf(ctx), tenantId(ctx))))
  }

  /** PATCH /api/v1/tenants/:id */
  async update(ctx: HttpContext) {
    const resale = resaleOf(ctx)
    const id = tenantId(ctx)
    return once(ctx, async (keep) => {
      await resale.change(id, bodyOf(ctx, tenantChangeValidator))
      await keep(shown(ctx, await found(resale, id)))
    })
  }

  /** DELETE /api/v1/tenants/:id: it is suspended at once, and erased on the day that is answered. */
  async destroy(ctx: HttpContext) {
    const resale = resaleOf(ctx)
    const id = tenantId(ctx)
    return once(ctx, async (keep) => {
      const eraseAt = await resale.remove(id)
      await keep(
        reply(ctx, TENANT_DELETED, { id, deleted: true, deletesAt: eraseAt.toISOString() })
      )
    })
  }
}

function shown(ctx: HttpContext, tenant: ResoldTenant, manner = {}): Reply {
  return reply(ctx, TENANT_ANSWER, ResoldTenantTransformer.transform(tenant), manner)
}

/** The tenant is reserved in another database than the one that keeps the answer, so both are told which order it was. */
function orderKey(ctx: HttpContext): string | undefined {
  const key = ctx.request.header('idempotency-key')
  return key === undefined ? undefined : sha256Hex(`${key}\n${fingerprint(ctx)}`)
}

function cursorAfter({ createdAt, id }: ResoldTenant): string {
  return Cursor.write(LIST, `${createdAt.getTime()}:${id}`)
}

/** @throws InvalidCursor */
function placeOf(cursor: string): { createdAt: Date; id: string } {
  const [ms, id] = Cursor.read(LIST, cursor).split(':')
  if (!/^\d{1,14}$/.test(ms) || !isIdentifier('ten', id)) throw new InvalidCursor()
  return { createdAt: new Date(Number(ms)), id }
}
