import type { HttpContext } from '@adonisjs/core/http'
import { isOpenToPages } from './bearer.js'

const READABLE = [
  'X-Request-Id',
  'Location',
  'Retry-After',
  'WWW-Authenticate',
  'Content-Disposition',
  'Content-Range',
  'Accept-Ranges',
  'ETag',
  'Idempotent-Replayed',
  'RateLimit',
  'RateLimit-Policy',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Deprecation',
  'Sunset',
  'Link',
].join(', ')
const METHODS = 'GET, HEAD, POST, PATCH, DELETE'
const HEADERS =
  'Authorization, Content-Type, Accept, Range, If-Range, If-None-Match, Idempotency-Key'
const ONE_DAY_S = '86400'

/** Pages of any origin may try things out with a test key, never with cookies. What a live key may say, `allowOwnOrigin` says. */
export function allowOrigins({ request, response }: HttpContext): void {
  // without an origin too: a cache would hand that answer to pages
  response.append('Vary', 'Origin, Authorization')
  if (request.header('origin') === undefined) return
  if (!isOpenToPages(request.header('authorization'))) return
  response.header('Access-Control-Allow-Origin', '*')
  response.header('Access-Control-Expose-Headers', READABLE)
}

/** A live key belongs into no page, but for those whose origins it names. Known once the key has been found. */
export function allowOwnOrigin({ request, response }: HttpContext, origins: readonly string[]) {
  const origin = request.header('origin')
  if (origin === undefined || !origins.includes(origin)) return
  response.header('Access-Control-Allow-Origin', origin)
  response.header('Access-Control-Expose-Headers', READABLE)
}

/** A preflight carries no key, so it can only say what some key may do. */
export function answerPreflight({ response }: HttpContext): void {
  response.header('Access-Control-Allow-Methods', METHODS)
  response.header('Access-Control-Allow-Headers', HEADERS)
  response.header('Access-Control-Max-Age', ONE_DAY_S)
  response.status(204).send(null)
}
