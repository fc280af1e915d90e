import type { HttpContext } from '@adonisjs/core/http'
import { BulkActions, type BulkActionRow } from '#app/documents/bulk_actions/bulk_action'
import { environmentOf, isIdentifier } from '#app/foundation/identifier'
import NothingHere from '../errors/nothing_here.js'
import { readPage } from '../page.js'

/** The bulk action of the address, if this person has begun it. @throws NothingHere */
export async function ownBulkAction(ctx: HttpContext): Promise<BulkActionRow> {
  const { dashboard } = ctx
  const id: unknown = ctx.params.id
  if (!isIdentifier('bac', id) || environmentOf(id) !== dashboard.environment)
    throw new NothingHere()
  const [[row]] = await readPage(
    ctx,
    BulkActions.reading(id, dashboard.user.id, dashboard.documentsOf)
  )
  if (!row) throw new NothingHere()
  return row
}
