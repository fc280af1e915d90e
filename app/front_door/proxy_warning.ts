import type { HttpRequest } from '@adonisjs/core/http'
import logger from '@adonisjs/core/services/logger'
import env from '#start/env'

let isDue = !env.get('TRUSTED_PROXIES')

/**
 * Said once: whoever stands behind a proxy that nobody named has one address for all visitors, in every audit trail and for every limit. Strangers
 * can send the header as well, so it is a warning and nothing else.
 */
export function warnOfProxy(request: HttpRequest): void {
  if (!isDue || request.header('x-forwarded-for') === undefined) return
  isDue = false
  logger.warn(
    'A request came with X-Forwarded-For, and TRUSTED_PROXIES is not set: behind a proxy all visitors seem to have its address'
  )
}
