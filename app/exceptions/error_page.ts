import type { HttpContext } from '@adonisjs/core/http'
import { contentSecurityPolicy, newNonce } from '#app/assets/content_security_policy'
import type { Failure } from './failure.js'

const PAGES: Record<number, string> = { 403: 'errors/forbidden', 404: 'errors/not_found' }

/** For people. Where we do not know whose page it would be, and where a page itself fails, plain words do. */
export async function errorPage(failure: Failure, ctx: HttpContext): Promise<void> {
  const { response, request } = ctx
  const text = failure.status === 404 ? 'Not found' : failure.message
  response.header('Cache-Control', 'no-store')
  const page = ctx.place?.kind === 'tenant' && (await rendered(failure, ctx))
  if (page) return response.type('text/html').send(page)
  response.type('text/plain').send(`${text}\n${failure.status >= 500 ? `${request.id()}\n` : ''}`)
}

async function rendered({ status, message }: Failure, ctx: HttpContext): Promise<string | null> {
  const nonce = newNonce()
  const brand = { name: ctx.tenant.name, color: null }
  const facts = { nonce, brand, message, requestId: ctx.request.id() }
  try {
    const page = await ctx.view.render(PAGES[status] ?? 'errors/server_error', facts)
    ctx.response.header('Content-Security-Policy', contentSecurityPolicy(nonce))
    return page
  } catch (error) {
    ctx.logger.error({ requestId: ctx.request.id(), message: String(error) }, 'An error page fails')
    return null
  }
}
