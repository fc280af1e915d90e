import type { HttpContext } from '@adonisjs/core/http'
import type { Schema } from '#app/foundation/schema/schema'

interface Manner {
  status?: number
  location?: string
}

/** What an operation answers with, before it leaves. */
export interface Reply {
  status: number
  location?: string
  body: string
}

/** What every answer has beside its own fields. */
type OfAll = 'object' | 'livemode' | 'requestId'

type Named = { object: string }

/** One JSON object: the fields of its schema first, then what every answer has. */
export function reply<T extends Named>(
  { caller, request }: HttpContext,
  schema: Schema<T>,
  fields: NoInfer<Omit<T, OfAll>>,
  { status = 200, location }: Manner = {}
): Reply {
  const object = nameOf(schema)
  const livemode = caller.key.environment === 'live'
  const body = JSON.stringify({ ...fields, object, livemode, requestId: request.id() })
  return { status, location, body }
}

function nameOf({ properties }: Schema<Named>): unknown {
  return (properties as Record<keyof Named, Schema<string>>).object.const
}

export function send({ response }: HttpContext, { status, location, body }: Reply): void {
  if (location) response.header('Location', location)
  response.status(status).header('Content-Type', 'application/json; charset=utf-8')
  response.send(body)
}

/** At once. A change answers through `once` (idempotency/once.ts) instead, which keeps the answer. */
export function answer<T extends Named>(
  ctx: HttpContext,
  schema: Schema<T>,
  fields: NoInfer<Omit<T, OfAll>>,
  manner: Manner = {}
): void {
  send(ctx, reply(ctx, schema, fields, manner))
}
