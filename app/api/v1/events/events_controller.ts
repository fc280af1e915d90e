import type { HttpContext } from '@adonisjs/core/http'
import Event from '#app/webhooks/events/event'
import { EVENT_CATALOGUE } from '#app/webhooks/events/event_catalogue'
import { answer } from '../answer/answer.js'
import { EVENT_LIST, EVENT_TYPE_LIST } from '../schemas/event.js'
import { Cursor } from '../answer/cursor.js'
import { queryOf } from '../input/input.js'
import { eventsQuery } from '../validators/page_validator.js'
import { waitFor } from './waiting.js'
import { pageSize } from '../validators/rules.js'

const LIST = 'events'

export default class EventsController {
  /** GET /api/v1/events: oldest first, to be asked again and again. */
  async index(ctx: HttpContext) {
    const { cursor, wait = 0, ...asked } = queryOf(ctx, eventsQuery)
    ctx.caller.entitlements.require('webhooks')
    const limit = pageSize(asked.limit)
    const after = positionAfter(cursor)
    const found = await waitFor(ctx, wait, () => Event.after(after, limit + 1))
    const page = found.slice(0, limit)
    return answer(ctx, EVENT_LIST, {
      data: page.map((event) => event.view),
      hasMore: found.length > limit,
      nextCursor: Cursor.write(LIST, String(page.at(-1)?.position ?? after)),
    })
  }

  /** GET /api/v1/events/types */
  async types(ctx: HttpContext) {
    return answer(ctx, EVENT_TYPE_LIST, { data: EVENT_CATALOGUE, hasMore: false, nextCursor: null })
  }
}

function positionAfter(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  return Cursor.number(LIST, cursor, Number.MAX_SAFE_INTEGER)
}
