import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { environmentOf, isIdentifier } from '#app/foundation/identifier'
import { asking } from '#app/front_door/asked_rights'
import { BulkSend } from '#app/templates/bulk/bulk_send'
import BulkSendNotFound from '#app/templates/errors/bulk_send_not_found'
import type { Answers, Statement } from '#app/tenancy/statement'
import { readPage } from '../page.js'

/** The bulk send of the address, if this user may see it. @throws BulkSendNotFound */
export async function visibleBulkSend(ctx: HttpContext): Promise<BulkSend> {
  return (await visibleBulkSendWith(ctx, () => [])).bulk
}

/** The same with what else its page shows. @param also  makes statements of its id @throws BulkSendNotFound */
export async function visibleBulkSendWith<const Also extends readonly Statement[]>(
  ctx: HttpContext,
  also: (id: string) => Also
): Promise<{ bulk: BulkSend; rows: Answers<Also> }> {
  const { dashboard } = ctx
  const id: unknown = ctx.params.id
  if (!isIdentifier('blk', id) || environmentOf(id) !== dashboard.environment)
    throw new BulkSendNotFound()
  const [found, ...rows] = await readPage(
    ctx,
    BulkSend.reading(id, dashboard.documentsOf),
    ...also(id)
  )
  const bulk = BulkSend.from(found)
  if (!bulk) throw new BulkSendNotFound()
  return { bulk, rows }
}

/** Of people who send. @throws BulkSendNotFound to somebody who cannot see it, whatever they may do; RoleInsufficient */
export const needsOnBulkSend = asking(
  { rights: ['documents'] },
  async (ctx: HttpContext, next: NextFn) => {
    if (!ctx.dashboard.may('documents')) await visibleBulkSend(ctx)
    ctx.dashboard.require('documents')
    return next()
  }
)
