import type { HttpRequest } from '@adonisjs/core/http'
import logger from '@adonisjs/core/services/logger'
import { proxies } from '../configuration.js'

const WORDS =
  'A request came with X-Forwarded-For, and TRUSTED_PROXIES is not set: behind a proxy all visitors seem to have its address'

/**
 * Said once: behind a proxy that nobody named, all visitors have one address, in every audit trail and for every limit. Strangers
 * can send the header as well, so it is a warning and nothing else.
 */
export class ProxyWarning {
  #isDue: boolean

  constructor(
    trustedProxies: string | undefined,
    private warn: (words: string) => void
  ) {
    this.#isDue = !trustedProxies
  }

  check(request: Pick<HttpRequest, 'header'>): void {
    if (!this.#isDue || request.header('x-forwarded-for') === undefined) return
    this.#isDue = false
    this.warn(WORDS)
  }
}

export const proxyWarning = new ProxyWarning(proxies.value.named, (words) => logger.warn(words))
