import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { contentSecurityPolicy, newNonce } from './content_security_policy.js'

interface PageOptions {
  /**
   * `no-referrer` where the address is itself a secret. A browser then sends `Origin: null` with
   * forms, so those pages know their own by Sec-Fetch-Site.
   */
  referrer?: 'same-origin' | 'no-referrer'
  /** False where no script may send anything. */
  connects?: boolean
}

/** The headers of every HTML page. Pages hold other people's contracts: nobody keeps them. */
export default class PageHeadersMiddleware {
  async handle({ request, response, view }: HttpContext, next: NextFn, options: PageOptions = {}) {
    const nonce = newNonce()
    const isFragment = request.header('x-up-version') !== undefined
    view.share({ nonce, isFragment })
    // the browser does not tell Unpoly that a POST was led on to the same address with GET
    if (isFragment) response.header('x-up-method', request.method())
    response.header('content-security-policy', contentSecurityPolicy(nonce, options.connects))
    response.header('x-content-type-options', 'nosniff')
    response.header('x-frame-options', 'DENY')
    response.header('referrer-policy', options.referrer ?? 'same-origin')
    response.header('cross-origin-opener-policy', 'same-origin')
    response.header('cross-origin-resource-policy', 'same-origin')
    response.header('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=()')
    response.header('cache-control', 'no-store')
    response.header('x-robots-tag', 'noindex, nofollow')
    return next()
  }
}
