import type { HttpContext } from '@adonisjs/core/http'
import { isIdentifier } from '#app/foundation/identifier'
import { BulkRows } from '#app/templates/bulk/bulk_row'
import { BulkSend } from '#app/templates/bulk/bulk_send'
import { BulkSends } from '#app/templates/bulk/bulk_sends'
import BulkSendNotFound from '#app/templates/errors/bulk_send_not_found'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { answer, reply, type Reply } from '../answer/answer.js'
import { Cursor } from '../answer/cursor.js'
import { actorOf } from '../documents/found_document.js'
import InvalidCursor from '../errors/invalid_cursor.js'
import { change, once } from '../idempotency/once.js'
import { bodyOf, queryOf } from '../input/input.js'
import { bulkSendId } from '../input/resource_id.js'
import { BULK_ROW_LIST, BULK_SEND_ANSWER, BULK_SEND_LIST } from '../schemas/bulk_send.js'
import { foundTemplate } from '../templates/templates_controller.js'
import { pageSize } from '../validators/rules.js'
import {
  bulkRowsQuery,
  bulkSendsQuery,
  bulkSendValidator,
} from '../validators/bulk_send_validator.js'
import { transformed, transformedRow } from './bulk_send_transformer.js'

const LIST = 'bulk_sends'

export default class BulkSendsController {
  /** POST /api/v1/templates/:id/bulk-sends */
  async store(ctx: HttpContext) {
    const { rows, labels, version = null } = bodyOf(ctx, bulkSendValidator)
    const entries = rows.map(({ people, values = {} }) => ({ people, values }))
    return once(ctx, async (keep) => {
      const template = await foundTemplate(ctx, version)
      const within = async (id: string) => keep(await bulkReply(ctx, id, 201))
      await BulkSends.create(template, entries, { by: actorOf(ctx), labels, within })
    })
  }

  /** GET /api/v1/bulk-sends: the newest first. */
  async index(ctx: HttpContext) {
    const { limit, cursor } = queryOf(ctx, bulkSendsQuery)
    const size = pageSize(limit)
    const criteria = {
      audience: ctx.caller.principal.documentsOf,
      after: cursor === undefined ? undefined : placeOf(cursor),
    }
    const [rows] = await CurrentTenant.batch([BulkSend.listing(criteria, size + 1)])
    const page = BulkSend.fromAll(rows.slice(0, size))
    const last = rows.length > size ? page.at(-1) : undefined
    return answer(ctx, BULK_SEND_LIST, {
      data: page.map((bulk) => ({ ...transformed(bulk), object: 'bulk_send' })),
      hasMore: last !== undefined,
      nextCursor: last ? Cursor.write(LIST, `${last.row.created_at.getTime()}:${last.id}`) : null,
    })
  }

  /** GET /api/v1/bulk-sends/:id */
  async show(ctx: HttpContext) {
    return answer(ctx, BULK_SEND_ANSWER, transformed(await foundBulkSend(ctx)))
  }

  /** GET /api/v1/bulk-sends/:id/rows: in the order in which they were sent here. */
  async rows(ctx: HttpContext) {
    const { id } = await foundBulkSend(ctx)
    const { status: state, limit, cursor } = queryOf(ctx, bulkRowsQuery)
    const size = pageSize(limit)
    const list = `bulk_rows of ${id}`
    const after = cursor === undefined ? 0 : Cursor.number(list, cursor)
    const audience = ctx.caller.principal.documentsOf
    const criteria = { audience, state, after }
    const [rows] = await CurrentTenant.batch([BulkRows.listing(id, criteria, size + 1)])
    const page = rows.slice(0, size)
    const last = rows.length > size ? page.at(-1) : undefined
    return answer(ctx, BULK_ROW_LIST, {
      data: page.map(transformedRow),
      hasMore: last !== undefined,
      nextCursor: last ? Cursor.write(list, String(last.number)) : null,
    })
  }

  /** POST /api/v1/bulk-sends/:id/pause */
  async pause(ctx: HttpContext) {
    return changed(ctx, (id) => BulkSends.pause(id))
  }

  /** POST /api/v1/bulk-sends/:id/resume */
  async resume(ctx: HttpContext) {
    return changed(ctx, (id) => BulkSends.resume(id, actorOf(ctx)))
  }

  /** POST /api/v1/bulk-sends/:id/cancel */
  async cancel(ctx: HttpContext) {
    return changed(ctx, (id) => BulkSends.cancel(id, { isDraftKept: true }))
  }
}

function changed(ctx: HttpContext, work: (id: string) => Promise<void>): Promise<void> {
  return change(ctx, async () => {
    const { id } = await foundBulkSend(ctx)
    await work(id)
    return bulkReply(ctx, id)
  })
}

/** The bulk send that the path names. @throws BulkSendNotFound, ModeMismatch */
async function foundBulkSend(ctx: HttpContext): Promise<BulkSend> {
  const bulk = await BulkSend.visible(bulkSendId(ctx), ctx.caller.principal.documentsOf)
  if (!bulk) throw new BulkSendNotFound()
  return bulk
}

async function bulkReply(ctx: HttpContext, id: string, status = 200): Promise<Reply> {
  const bulk = await BulkSend.find(id)
  if (!bulk) throw new BulkSendNotFound()
  const location = status === 201 ? `/api/v1/bulk-sends/${id}` : undefined
  return reply(ctx, BULK_SEND_ANSWER, transformed(bulk), { status, location })
}

/** @throws InvalidCursor */
function placeOf(cursor: string): { createdAt: Date; id: string } {
  const [ms, id] = Cursor.read(LIST, cursor).split(':')
  if (!/^\d{1,14}$/.test(ms) || !isIdentifier('blk', id)) throw new InvalidCursor()
  return { createdAt: new Date(Number(ms)), id }
}
