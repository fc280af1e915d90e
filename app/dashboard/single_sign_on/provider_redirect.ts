import type { HttpContext } from '@adonisjs/core/http'
import { allowFormsTo } from '#app/front_door/pages/form_target'
import type { Outgoing } from '#app/single_sign_on/our_messages'
import { readPage, showWholePage } from '../page.js'

const LOG_IN = '/sso/saml/login'

/** Sends the browser to the provider. The POST binding needs a click: our pages run no script that contains an address from outside. */
export async function sendToProvider(ctx: HttpContext, message: Outgoing): Promise<void> {
  const { response } = ctx
  response.header('Cache-Control', 'no-store')
  response.header('Referrer-Policy', 'no-referrer')
  if (message.kind === 'redirect') return response.redirect(message.url, false, 302)
  allowFormsTo(ctx, message.url)
  await readPage(ctx)
  await showWholePage(ctx, 'dashboard/single_sign_on/post_to_provider', {
    url: message.url,
    fields: message.fields,
  })
}

/**
 * The same in response to a form of ours: our pages may not send forms to other sites, and browsers apply that to redirects as well. So the response is a
 * page that redirects by itself.
 */
export async function sendToProviderAfterForm(
  ctx: HttpContext,
  message: Outgoing,
  purpose: 'log_out' | 'test'
): Promise<void> {
  const isBrowser = ctx.request.header('sec-fetch-mode') !== undefined
  if (message.kind === 'form' || !isBrowser) return sendToProvider(ctx, message)
  ctx.response.header('Refresh', `0; url=${message.url}`)
  ctx.response.header('Referrer-Policy', 'no-referrer')
  await readPage(ctx)
  await showWholePage(ctx, 'dashboard/single_sign_on/redirect_to_provider', {
    url: message.url,
    purpose,
  })
}

/** An address that was typed leads to the provider. Our own page sends the browser there, as it does from the button. */
export async function sendToLogInAfterForm(ctx: HttpContext, next: string | null): Promise<void> {
  const url = next === null ? LOG_IN : `${LOG_IN}?${new URLSearchParams({ next })}`
  const isBrowser = ctx.request.header('sec-fetch-mode') !== undefined
  if (!isBrowser) return ctx.response.redirect(url, false, 303)
  ctx.response.header('Refresh', `0; url=${url}`)
  await readPage(ctx)
  await showWholePage(ctx, 'dashboard/single_sign_on/redirect_to_provider', {
    url,
    purpose: 'log_in',
  })
}
