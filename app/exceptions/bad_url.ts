import type { IncomingMessage, ServerResponse } from 'node:http'
import { hostOf } from '#app/front_door/hosts/host'
import { isApiPath, targetOf, type RequestTarget } from '#app/front_door/hosts/request_target'
import { newId } from '#app/foundation/identifier'
import { errorBody } from './error_body.js'
import { NOTHING_HERE } from './failure.js'

/** An address that cannot be decoded never gets as far as the front door: what it does there for others is done here. */
export async function answerBadUrl(request: IncomingMessage, response: ServerResponse) {
  const path = (request.url ?? '').split('?')[0]
  const requestId = newId('req')
  response.setHeader('X-Request-Id', requestId)
  response.setHeader('X-Content-Type-Options', 'nosniff')
  response.setHeader('Cache-Control', 'no-store')
  response.setHeader('Referrer-Policy', 'no-referrer')
  response.setHeader('X-Frame-Options', 'DENY')
  const target = isApiPath(path) ? await knownTarget(request, path) : null
  response.setHeader('Content-Type', target ? 'application/json; charset=utf-8' : 'text/plain')
  response.statusCode = NOTHING_HERE.status
  response.end(
    target ? JSON.stringify(errorBody(NOTHING_HERE, { requestId, target })) : 'Not found\n'
  )
}

async function knownTarget(request: IncomingMessage, path: string): Promise<RequestTarget | null> {
  const host = hostOf(request)
  return host === null ? null : targetOf(host, path).catch(() => null)
}
