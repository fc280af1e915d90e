import { setTimeout as pause } from 'node:timers/promises'
import { errors, HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { isSecure, publicUrl } from '#app/tenants/hosts/public_address'
import type { KnownTenant } from '#app/tenants/hosts/tenant_resolver'
import { hostOf } from './hosts/host.js'
import { keptQuery } from './hosts/kept_query.js'
import { sendLinkOver } from './hosts/link_over.js'
import { endOf, movedTo, targetOf, type RequestTarget } from './hosts/request_target.js'
import { proxyWarning } from './hosts/proxy_warning.js'
import HostNotLookedUp from './errors/host_not_looked_up.js'

declare module '@adonisjs/core/http' {
  interface HttpContext {
    target: RequestTarget
    /** Whose host this is. On a host without a tenant there is no such page: reading it answers 404. */
    tenant: KnownTenant
  }
}

const ONE_YEAR_S = 31_536_000

/** Monitoring asks here, and needs a quick answer. */
const HEALTH_PATH = '/api/v1/health'
const HEALTH_WITHIN_MS = 1_500

HttpContext.getter('tenant', function (this: HttpContext): KnownTenant {
  if (this.target.kind !== 'tenant') {
    throw new errors.E_ROUTE_NOT_FOUND([this.request.method(), this.request.url()])
  }
  return this.target.tenant
})

/** Runs before every route: a request to an unknown host learns nothing, not even whose server this is. */
export default class FrontDoorMiddleware {
  async handle(ctx: HttpContext, next: NextFn) {
    const { request, response } = ctx
    response.header('X-Content-Type-Options', 'nosniff')
    if (isSecure()) response.header('Strict-Transport-Security', `max-age=${ONE_YEAR_S}`)
    if (request.url().startsWith('/internal/')) return next()
    proxyWarning.check(request)

    const host = hostOf(request.request)
    const target = host && (await resolved(host, request.url()))
    if (!target) return leadOn(ctx, host)
    ctx.target = target
    return next()
  }
}

/** @throws E_HOST_NOT_LOOKED_UP */
async function resolved(host: string, path: string): Promise<RequestTarget | null> {
  const target = targetOf(host, path)
  if (path !== HEALTH_PATH) return target
  const late = pause(HEALTH_WITHIN_MS, undefined, { ref: false }).then(() => {
    throw new HostNotLookedUp()
  })
  return Promise.race([target, late])
}

/**
 * A link that was sent, or a code that was printed, still finds its document when its host is suspended; it is read elsewhere, and nobody is told the
 * way. Links that let somebody in are not led on: people read where to get another.
 */
async function leadOn(ctx: HttpContext, host: string | null): Promise<void> {
  const { request, response } = ctx
  const isRead = request.method() === 'GET' || request.method() === 'HEAD'
  const path = request.url()
  response.header('Cache-Control', 'no-store')
  const elsewhere = host && isRead && (await movedTo(host, path))
  if (elsewhere) {
    response.header('Referrer-Policy', 'no-referrer')
    return response.redirect(publicUrl(elsewhere, path + keptQuery(request.qs())), false, 307)
  }
  const end = host && isRead && (await endOf(host, path))
  if (end) return sendLinkOver(ctx, host, end)
  response.status(404).type('text/plain').send('Not found\n')
}
