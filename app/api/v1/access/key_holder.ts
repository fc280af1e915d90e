import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { clock } from '#app/foundation/clock'
import type { RequestTarget } from '#app/front_door/hosts/request_target'
import { clientInfo } from '#app/front_door/client_info'
import type { Caller } from '#app/identity/keys/caller'
import InvalidKey from '#app/identity/errors/invalid_key'
import MissingKey from '#app/identity/errors/missing_key'
import { checkKey } from '#app/identity/keys/key_check'
import { KeySecret } from '#app/identity/keys/key_secret'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { tenantResolver, type KnownTenant } from '#app/tenants/hosts/tenant_resolver'
import { bearerToken } from '../../bearer.js'
import { allowOwnOrigin } from '../../cross_origin.js'
import { KeyAttempt } from './key_attempt.js'
import { countRequest } from './rate_limit.js'
import { RequestLog } from './request_log.js'
import { openSandbox } from './sandbox_opening.js'

declare module '@adonisjs/core/http' {
  interface HttpContext {
    /** Who calls the API. Only where a key is asked for. */
    caller: Caller
  }
}

/** From the key to the tenant and environment in which the rest of the request happens. A function, for it runs on every request. */
export async function asKeyHolder(ctx: HttpContext, next: NextFn) {
  const text = presented(ctx.request.header('authorization'))
  const { ipAddress } = clientInfo(ctx.request)
  const attempt = new KeyAttempt(ipAddress, text)
  const { secret, tenant } = await attempt.watch(() => addressed(ctx.target, text, ipAddress))
  return CurrentTenant.run({ tenant, environment: secret.environment }, async () => {
    ctx.caller = await attempt.watch(() => checkKey(secret, ipAddress))
    attempt.succeeded()
    allowOwnOrigin(ctx, ctx.caller.key.allowedOrigins)
    logWhenAnswered(ctx, ipAddress)
    await countRequest(ctx)
    ctx.caller.requireActiveTenant()
    return next()
  })
}

/** Whatever becomes of it, once the key is known. */
function logWhenAnswered(ctx: HttpContext, ipAddress: string): void {
  const startedAt = performance.now()
  const { request, response, caller } = ctx
  const scope = CurrentTenant.get()
  let errorCode: string | null = null
  ctx.answerFailure = async ({ code }) => {
    errorCode = code
    return false
  }
  response.onFinish(() =>
    RequestLog.note(scope, {
      id: String(request.id()),
      keyId: caller.key.id,
      method: request.method(),
      path: request.url(),
      status: response.getStatus(),
      durationMs: Math.round(performance.now() - startedAt),
      errorCode,
      ipAddress,
      at: clock.now(),
    })
  )
}

/** @throws MissingKey */
function presented(authorization: string | undefined): string {
  const token = bearerToken(authorization)
  if (token === null) throw new MissingKey()
  return token
}

/** Whose key it would be. @throws InvalidKey: a mistyped key is refused without a look-up */
async function addressed(target: RequestTarget, text: string, ipAddress: string) {
  const secret = KeySecret.parse(text)
  if (!secret) throw new InvalidKey()
  const tenant = await tenantOf(target, secret)
  if (secret.environment === 'test' && !tenant.hasSandbox) {
    await openSandbox(tenant, () => checkKey(secret, ipAddress))
  }
  return { secret, tenant }
}

/** A key that belongs to another tenant than the host is as good as unknown. On the shared host the key names the tenant. */
async function tenantOf(target: RequestTarget, secret: KeySecret): Promise<KnownTenant> {
  const tenant =
    target.kind === 'shared_api'
      ? await tenantResolver.byKeyPrefix(secret.tenantPrefix)
      : target.tenant
  if (tenant?.keyPrefix !== secret.tenantPrefix) throw new InvalidKey()
  return tenant
}
