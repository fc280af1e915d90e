import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { drainingServer } from '#app/front_door/draining_server'
import { isInside } from '#app/front_door/hosts/insider'
import { readiness } from '#app/monitoring/readiness'

const LIVE = '/api/health/live'
const READY = '/api/health/ready'

/** Two questions of a load balancer later, and after a process that stops has gone. */
const RETRY_AFTER_S = 5

/**
 * Answers those who run this process, who ask by address, with any Host and without TLS: before the front door, since there is no tenant to look
 * up, and without a route, so that all others find at these addresses what they find at any other.
 */
export default class ProbesMiddleware {
  async handle({ request, response }: HttpContext, next: NextFn) {
    const path = request.url()
    if ((path !== LIVE && path !== READY) || !isInside(request.request)) return next()
    response.header('Cache-Control', 'no-store').header('X-Content-Type-Options', 'nosniff')
    if (request.method() !== 'GET' && request.method() !== 'HEAD')
      return response.status(405).header('Allow', 'GET, HEAD').send({ status: 'not allowed' })
    // live: nothing else is asked, so nothing else makes a supervisor restart the process
    const failing = path === LIVE ? [] : await failingParts()
    if (failing.length === 0) return response.send({ status: path === LIVE ? 'live' : 'ready' })
    response.status(503).header('Retry-After', RETRY_AFTER_S)
    return response.send({ status: 'unavailable', failing })
  }
}

/** What keeps this process from doing all of its work. */
function failingParts(): string[] | Promise<string[]> {
  return drainingServer.isDraining ? ['stopping'] : readiness.failing()
}
