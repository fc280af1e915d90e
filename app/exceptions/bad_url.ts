import type { IncomingMessage, ServerResponse } from 'node:http'
import { hostOf } from '#app/front_door/hosts/host'
import { isApiPath, targetOf, type RequestTarget } from '#app/front_door/hosts/request_target'
import { isScimPath, SCIM_TYPE, scimError } from '#app/scim/failure_answer'
import { newId } from '#app/foundation/identifier'
import { errorBody } from './error_body.js'
import { NOTHING_HERE } from './failure.js'

const PLAIN = { type: 'text/plain', body: 'Not found\n' }

/** An address that cannot be decoded never gets as far as the front door: what it does there for others is done here. */
export async function answerBadUrl(request: IncomingMessage, response: ServerResponse) {
  const path = (request.url ?? '').split('?')[0]
  const requestId = newId('req')
  response.setHeader('X-Request-Id', requestId)
  response.setHeader('X-Content-Type-Options', 'nosniff')
  response.setHeader('Cache-Control', 'no-store')
  response.setHeader('Referrer-Policy', 'no-referrer')
  response.setHeader('X-Frame-Options', 'DENY')
  response.statusCode = NOTHING_HERE.status
  const { type, body } = (await spoken(request, path, requestId)) ?? PLAIN
  response.setHeader('Content-Type', type)
  response.end(body)
}

/** As the surface says it whose address it would be; null where there is none. */
async function spoken(request: IncomingMessage, path: string, requestId: string) {
  const isScim = isScimPath(path)
  const target = isScim || isApiPath(path) ? await knownTarget(request, path) : null
  if (!target) return null
  if (isScim) return { type: SCIM_TYPE, body: scimError(NOTHING_HERE).body }
  const body = JSON.stringify(errorBody(NOTHING_HERE, { requestId, target }))
  return { type: 'application/json; charset=utf-8', body }
}

async function knownTarget(request: IncomingMessage, path: string): Promise<RequestTarget | null> {
  const host = hostOf(request)
  return host === null ? null : targetOf(host, path).catch(() => null)
}
