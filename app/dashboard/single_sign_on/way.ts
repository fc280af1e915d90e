import type { HttpContext } from '@adonisjs/core/http'
import type { Outgoing } from '#app/single_sign_on/our_messages'
import { readPage, showWholePage } from '../page.js'

/** Sends the browser to the provider. A form goes by a button: pages of ours run no script that a stranger's address is in. */
export async function sendTo(ctx: HttpContext, way: Outgoing): Promise<void> {
  const { response } = ctx
  response.header('Cache-Control', 'no-store')
  response.header('Referrer-Policy', 'no-referrer')
  if (way.kind === 'redirect') return response.redirect(way.url, false, 302)
  allowFormsTo(ctx, way.url)
  await readPage(ctx)
  await showWholePage(ctx, 'dashboard/single_sign_on/way', { url: way.url, fields: way.fields })
}

/**
 * The same after a form of ours: a page may not send its forms to other sites, and browsers count where an answer redirects them. So the answer is a
 * page that leads on by itself.
 */
export async function leaveFor(ctx: HttpContext, way: Outgoing): Promise<void> {
  const isBrowser = ctx.request.header('sec-fetch-mode') !== undefined
  if (way.kind === 'form' || !isBrowser) return sendTo(ctx, way)
  ctx.response.header('Refresh', `0; url=${way.url}`)
  ctx.response.header('Referrer-Policy', 'no-referrer')
  await readPage(ctx)
  await showWholePage(ctx, 'dashboard/single_sign_on/leave', { url: way.url })
}

/** The provider's own address is where this page's form goes. */
function allowFormsTo({ response }: HttpContext, url: string): void {
  const policy = String(response.getHeader('content-security-policy') ?? '')
  const { origin } = new URL(url)
  response.header(
    'content-security-policy',
    policy.replace("form-action 'self'", `form-action 'self' ${origin}`)
  )
}
