import type { HttpContext } from '@adonisjs/core/http'

export type Fields = Record<string, unknown>

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

/** One JSON object: the documented fields first, then what every answer has. */
export function reply(
  { caller, request }: HttpContext,
  object: string,
  fields: Fields,
  { status = 200, location }: Manner = {}
): Reply {
  const livemode = caller.key.environment === 'live'
  const body = JSON.stringify({ ...fields, object, livemode, requestId: request.id() })
  return { status, location, body }
}

export function send({ response }: HttpContext, { status, location, body }: Reply): void {
  if (location) response.header('Location', location)
  response.status(status).header('Content-Type', 'application/json; charset=utf-8')
  response.send(body)
}

/** At once. A change answers through `once` (idempotency/once.ts) instead, which keeps the answer. */
export function answer(
  ctx: HttpContext,
  object: string,
  fields: Fields,
  manner: Manner = {}
): void {
  send(ctx, reply(ctx, object, fields, manner))
}
