import { Readable } from 'node:stream'
import type { HttpContext } from '@adonisjs/core/http'
import type { ReadEntry } from '#app/audit/read_entry'
import { SecurityTrail } from '#app/audit/security_trail'
import { Profile } from '#app/brand/profile'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { answer } from '../answer/answer.js'
import { Cursor } from '../answer/cursor.js'
import { queryOf } from '../input/input.js'
import { SECURITY_EVENT_LIST } from '../schemas/security_event.js'
import { pageSize } from '../validators/rules.js'
import { securityEventsQuery } from '../validators/security_validator.js'
import { ocsfEvent } from './ocsf_event.js'
import { SecurityEventTransformer } from './security_event_transformer.js'

const LIST = 'security_events'
const JSON_LINES = 'application/jsonl'

export default class SecurityEventsController {
  /** GET /api/v1/security/events: oldest first, to be asked again and again. */
  async index(ctx: HttpContext) {
    const { cursor, format, action, actor, ...asked } = queryOf(ctx, securityEventsQuery)
    ctx.caller.requireLive()
    const limit = pageSize(asked.limit)
    const after = cursor === undefined ? 0 : Cursor.number(LIST, cursor)
    const { entries, newest } = await SecurityTrail.search(
      { ...asked, ...(action && { actions: [action] }), ...(actor && { actorIds: [actor] }) },
      { after, limit: limit + 1 }
    )
    const page = entries.slice(0, limit)
    const hasMore = entries.length > limit
    // at the end it passes over what did not fit, so that the next request need not look at that again
    const seen = hasMore ? [] : [newest, after]
    const nextCursor = Cursor.write(
      LIST,
      String(Math.max(...seen, ...page.map((entry) => entry.sequence)))
    )
    if (isInLines(ctx, format)) return sendLines(ctx, page, nextCursor)
    const data = page.map(SecurityEventTransformer.transform)
    return answer(ctx, SECURITY_EVENT_LIST, { data, hasMore, nextCursor })
  }
}

function isInLines({ request }: HttpContext, format: 'json' | 'ocsf' | undefined): boolean {
  if (format) return format === 'ocsf'
  return request.accepts(['application/json', JSON_LINES]) === JSON_LINES
}

/** A line has no place for the cursor: the header `Link` has it (RFC 8288). */
async function sendLines(ctx: HttpContext, page: ReadEntry[], cursor: string): Promise<void> {
  const { request, response } = ctx
  const { brand } = await Profile.current()
  const source = { tenantId: CurrentTenant.get().tenant.id, product: brand.snapshot.name }
  const next = new URLSearchParams({ ...request.qs(), cursor })
  response.header('Content-Type', `${JSON_LINES}; charset=utf-8`)
  response.header('Link', `<${request.url()}?${next.toString()}>; rel="next"`)
  // as a stream: a page without lines is an answer of 200 too
  const lines = page.map((entry) => `${JSON.stringify(ocsfEvent(entry, source))}\n`)
  response.stream(Readable.from(lines))
}
