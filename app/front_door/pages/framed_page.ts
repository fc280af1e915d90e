import type { HttpContext } from '@adonisjs/core/http'

declare module '@adonisjs/core/http' {
  interface HttpContext {
    /** Whose pages may show the answer in a frame. Only once a guard has looked it up. */
    frameOrigin?: string
  }
}

/**
 * Lets pages of one other origin show this answer in a frame (CSP Level 3, frame-ancestors); X-Frame-Options knows no origins, so it goes.
 *
 * @param origin  as browsers write it: it stands in the policy
 */
export function showInFrameOf(ctx: HttpContext, origin: string): void {
  const { response } = ctx
  ctx.frameOrigin = origin
  const policy = String(response.getHeader('content-security-policy'))
  response.header(
    'content-security-policy',
    policy.replace(/frame-ancestors [^;]+/, `frame-ancestors ${origin}`)
  )
  response.removeHeader('x-frame-options')
}
