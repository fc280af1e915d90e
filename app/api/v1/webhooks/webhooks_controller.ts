import type { HttpContext } from '@adonisjs/core/http'
import { isIdentifier } from '#app/foundation/identifier'
import Endpoint from '#app/webhooks/endpoints/endpoint'
import { EndpointTransformer } from '#app/webhooks/endpoints/endpoint_transformer'
import { answer, reply } from '../answer/answer.js'
import {
  WEBHOOK_ANSWER,
  WEBHOOK_DELETED,
  WEBHOOK_LIST,
  WEBHOOK_WITH_SECRET,
} from '../schemas/webhook.js'
import { blame } from '../input/blame.js'
import { Cursor } from '../answer/cursor.js'
import { actorOf } from '../documents/found_document.js'
import InvalidCursor from '../errors/invalid_cursor.js'
import { foundEndpoint } from './found_endpoint.js'
import { giving } from './giving.js'
import { change, once } from '../idempotency/once.js'
import { bodyOf, queryOf } from '../input/input.js'
import { pageQuery } from '../validators/page_validator.js'
import { pageSize } from '../validators/rules.js'
import { webhookChangeValidator, webhookValidator } from '../validators/webhook_validator.js'

const LIST = 'webhooks'

export default class WebhooksController {
  /** POST /api/v1/webhooks */
  async store(ctx: HttpContext) {
    const params = bodyOf(ctx, webhookValidator)
    ctx.caller.entitlements.require('webhooks')
    return once(ctx, (keep) =>
      blame(
        'url',
        Endpoint.register(params, {
          ...giving(ctx),
          within: (endpoint, secret) => {
            const location = `/api/v1/webhooks/${endpoint.id}`
            const shown = EndpointTransformer.transform(endpoint, secret)
            return keep(reply(ctx, WEBHOOK_WITH_SECRET, shown, { status: 201, location }))
          },
        })
      )
    )
  }

  /** GET /api/v1/webhooks: there are twenty at most. */
  async index(ctx: HttpContext) {
    const { cursor, ...asked } = queryOf(ctx, pageQuery)
    const limit = pageSize(asked.limit)
    const all = await Endpoint.newestFirst()
    const start = startOf(all, cursor)
    const page = all.slice(start, start + limit)
    const hasMore = start + limit < all.length
    const last = page.at(-1)
    return answer(ctx, WEBHOOK_LIST, {
      data: page.map((endpoint) => EndpointTransformer.transform(endpoint)),
      hasMore,
      nextCursor: hasMore && last ? cursorAfter(last) : null,
    })
  }

  /** GET /api/v1/webhooks/:id */
  async show(ctx: HttpContext) {
    return answer(ctx, WEBHOOK_ANSWER, EndpointTransformer.transform(await foundEndpoint(ctx)))
  }

  /** PATCH /api/v1/webhooks/:id */
  async update(ctx: HttpContext) {
    const changes = bodyOf(ctx, webhookChangeValidator)
    return once(ctx, async (keep) => {
      const endpoint = await foundEndpoint(ctx)
      const within = (revised: Endpoint) =>
        keep(reply(ctx, WEBHOOK_ANSWER, EndpointTransformer.transform(revised)))
      await blame('url', endpoint.revise(changes, { ...giving(ctx), within }))
    })
  }

  /** DELETE /api/v1/webhooks/:id */
  async destroy(ctx: HttpContext) {
    return change(ctx, async () => {
      const endpoint = await foundEndpoint(ctx)
      await endpoint.remove({ by: actorOf(ctx) })
      return reply(ctx, WEBHOOK_DELETED, { id: endpoint.id, deleted: true })
    })
  }
}

function cursorAfter({ createdAt, id }: Endpoint): string {
  return Cursor.write(LIST, `${createdAt.getTime()}:${id}`)
}

/** After the endpoint that the cursor names, or after where it was if it has been deleted since. @throws InvalidCursor */
function startOf(all: readonly Endpoint[], cursor: string | undefined): number {
  if (cursor === undefined) return 0
  const position = Cursor.read(LIST, cursor)
  const [ms, id] = position.split(':')
  if (isIdentifier('wh', position)) return startAfterId(all, position)
  if (!/^\d{1,14}$/.test(ms) || !isIdentifier('wh', id)) throw new InvalidCursor()
  const isOlder = ({ createdAt, id: own }: Endpoint) =>
    createdAt.getTime() < Number(ms) || (createdAt.getTime() === Number(ms) && own < id)
  const next = all.findIndex(isOlder)
  return next === -1 ? all.length : next
}

/** Cursors of 0.1.0 were ids alone, which tell when an endpoint was made. */
function startAfterId(all: readonly Endpoint[], id: string): number {
  const named = all.findIndex((endpoint) => endpoint.id === id)
  if (named !== -1) return named + 1
  const next = all.findIndex((endpoint) => endpoint.id < id)
  return next === -1 ? all.length : next
}
