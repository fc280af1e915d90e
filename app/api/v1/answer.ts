import type { HttpContext } from '@adonisjs/core/http'

export type Fields = Record<string, unknown>

interface Manner {
  status?: number
  location?: string
}

/** One JSON object: the documented fields first, then what every answer has. */
export function answer(
  { caller, request, response }: HttpContext,
  object: string,
  fields: Fields,
  { status = 200, location }: Manner = {}
): void {
  const livemode = caller.key.environment === 'live'
  const body = JSON.stringify({ ...fields, object, livemode, requestId: request.id() })
  if (location) response.header('Location', location)
  response.status(status).header('Content-Type', 'application/json; charset=utf-8')
  response.send(body)
}
