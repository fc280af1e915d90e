import type { HttpContext } from '@adonisjs/core/http'

/** They would not run in the frame, and browsers would say so each time. */
const SCRIPTS = /<script\b[^>]*><\/script>/g

/** A page of ours within a page of ours: it is shown, and does nothing. */
export function framedPage({ response }: HttpContext, html: string): void {
  const nonce = /<style nonce="([\w-]+)"/.exec(html)?.[1] ?? ''
  response.header('content-security-policy', policy(nonce))
  response.header('x-frame-options', 'SAMEORIGIN')
  response.type('text/html').send(html.replace(SCRIPTS, ''))
}

function policy(nonce: string): string {
  return [
    "default-src 'none'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-same-origin',
  ].join('; ')
}
