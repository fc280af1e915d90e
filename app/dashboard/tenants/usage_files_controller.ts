import { Readable } from 'node:stream'
import type { HttpContext } from '@adonisjs/core/http'
import type { ResaleList, ResaleListWanted } from '#app/tenants/resale/resale_list'
import type { ResoldTenant } from '#app/tenants/resale/resold_tenant'
import { METERS } from '#app/tenants/usage/meter'
import { UsageMonth } from '#app/tenants/usage/usage_month'
import { BOM, csvLine } from '#app/foundation/csv_line'
import { openList } from './resale_access.js'

const ROWS = 200
const MONTH = /^20\d\d-(0[1-9]|1[0-2])$/
const HEADER = ['id', 'slug', 'name', 'status', 'plan', ...METERS, 'price', 'wholesale', 'currency']

export default class UsageFilesController {
  /** GET /tenants/usage.csv?month=2026-11 */
  async show(ctx: HttpContext) {
    const list = await openList(ctx)
    const { month: asked } = ctx.request.qs()
    const isMonth = typeof asked === 'string' && MONTH.test(asked)
    const month = isMonth ? asked : UsageMonth.current().name
    ctx.response.header('Content-Type', 'text/csv; charset=utf-8')
    ctx.response.header('Content-Disposition', `attachment; filename="usage-${month}.csv"`)
    ctx.response.stream(Readable.from(lines(list, month)))
  }
}

/** A page at a time, so that a thousand tenants are never in memory at once. */
async function* lines(list: ResaleList, month: string): AsyncGenerator<string> {
  yield BOM + csvLine(HEADER)
  let after: ResaleListWanted['after']
  do {
    const tenants = await list.page({ month, limit: ROWS, after })
    const page = tenants.slice(0, ROWS)
    yield page.map(line).join('')
    after = tenants.length > ROWS ? page.at(-1) : undefined
  } while (after)
}

function line(tenant: ResoldTenant): string {
  const { id, slug, name, status, plan, used, priceCents, wholesaleCents, currency } = tenant
  const units = (cents: number | null) => (cents === null ? null : cents / 100)
  const prices = [units(priceCents), units(wholesaleCents), currency]
  return csvLine([
    id,
    slug,
    name,
    status,
    plan,
    ...METERS.map((meter) => used[meter] ?? 0),
    ...prices,
  ])
}
