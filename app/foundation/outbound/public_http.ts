import UrlUnreachable from '../errors/url_unreachable.js'
import type { HttpAnswer } from './exchange.js'
import type { Lines } from './lines.js'
import { OutboundGuard, type Purpose } from './outbound_guard.js'
import { redirect } from './redirect.js'
import type { HttpOrder, PublicHttpOptions } from './http_order.js'

export type { HttpAnswer, Timings } from './exchange.js'
export { type OutboundRules, type Purpose, PURPOSES } from './outbound_guard.js'

/**
 * HTTP to places that others name. Every connection, of every redirect too, goes to an address the
 * guard has seen; proxies, cookies, HTTP/2 and decompression are off. Each purpose has lines of its
 * own, so that none uses a connection that only another may open. The client that opens them is loaded with the first request: many
 * processes never make one.
 */
export class PublicHttp {
  #options: PublicHttpOptions = {}
  #guard = new OutboundGuard()
  #lines: Promise<Lines> | null = null

  constructor(options: PublicHttpOptions = {}) {
    this.configure(options)
  }

  /** Once, at start, before the first request. */
  configure(options: PublicHttpOptions) {
    this.#options = options
    this.#guard = new OutboundGuard(options)
    this.#lines = null
  }

  /**
   * @returns any answer, whatever its status; a redirect beyond GET and HEAD is an answer too
   * @throws UrlForbidden, UrlUnreachable, UrlTimedOut
   */
  async request(order: HttpOrder): Promise<HttpAnswer & { url: string }> {
    const { purpose, method = 'GET', maxRedirects = 0 } = order
    const startedAt = performance.now()
    let url = this.#guard.url(order.url, purpose)
    let headers = order.headers ?? {}
    for (let hops = 0; ; hops++) {
      const lines = await this.#opened()
      const answer = await lines.exchange(url, { ...order, method, headers }, startedAt)
      const next = maxRedirects > 0 ? redirect(answer, method, url, headers) : null
      if (!next) return { ...answer, url: url.href }
      if (hops === maxRedirects) throw new UrlUnreachable('redirects')
      url = this.#guard.url(next.url, purpose)
      headers = next.headers
    }
  }

  /** For the moment a URL is saved: it may lead elsewhere later, and every request looks again. */
  async check(text: string, purpose: Purpose): Promise<URL> {
    const url = this.#guard.url(text, purpose)
    await this.addresses(url.hostname, purpose)
    return url
  }

  /** Allowed addresses of a host, for protocols other than HTTP: connect to these alone. */
  async addresses(hostname: string, purpose: Purpose) {
    return this.#guard.addresses(hostname.replace(/^\[|\]$/g, ''), purpose)
  }

  /** Whether private addresses, any port and plain connections may be used for this purpose. */
  mayUsePrivate(purpose: Purpose): boolean {
    return this.#options.allowPrivate?.has(purpose) ?? false
  }

  /** Lets what runs finish; later requests open new lines. */
  async close() {
    const lines = this.#lines
    this.#lines = null
    await (await lines)?.close()
  }

  #opened(): Promise<Lines> {
    this.#lines ??= this.#open()
    return this.#lines
  }

  async #open(): Promise<Lines> {
    const { Lines } = await import('./lines.js')
    return new Lines(this.#guard, this.#options)
  }
}

export const publicHttp = new PublicHttp()
