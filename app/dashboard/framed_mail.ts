import type { HttpContext } from '@adonisjs/core/http'
import { wantsWholePage } from './page.js'

/** A mail runs nothing, loads nothing and reads nothing of this page; its links open beside it. */
const MAIL_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ')

const POLICY = 'content-security-policy'

/** For the page around the frame: a policy of its own needs a load of its own. */
export function framing(ctx: HttpContext): void {
  const { response } = ctx
  wantsWholePage(ctx)
  const own = String(response.getHeader(POLICY))
  response.header(POLICY, own.replace("frame-src 'none'", "frame-src 'self'"))
}

/** For a page of ours that is in it: it runs its scripts, and sends no form. */
export function framedAsItIs({ response }: HttpContext): void {
  const own = String(response.getHeader(POLICY))
  const policy = own
    .replace("frame-ancestors 'none'", "frame-ancestors 'self'")
    .replace(/form-action [^;]*/, "form-action 'none'")
  response.header(POLICY, policy)
  response.header('x-frame-options', 'SAMEORIGIN')
}

/** For what is in it. */
export function framed({ response }: HttpContext, html: string): void {
  response.header(POLICY, MAIL_POLICY)
  response.header('x-frame-options', 'SAMEORIGIN')
  response.header('referrer-policy', 'no-referrer')
  response.type('text/html').send(html.replace('<head>', '<head><base target="_blank">'))
}
