import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import type { Actor } from '#app/audit/actor'
import DirectoryToken from '#app/directory/directory_token'
import TokenInvalid from '#app/directory/errors/token_invalid'
import { homeNetwork } from '#app/foundation/limits/home_network'
import { Limiter } from '#app/foundation/limits/limiter'
import { clientInfo } from '#app/front_door/client_info'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { publicUrl } from '#app/tenants/hosts/public_address'
import TooManyRequests from './errors/too_many_requests.js'

declare module '@adonisjs/core/http' {
  interface HttpContext {
    /** The directory that writes by SCIM. Only behind a token. */
    directory: {
      actor: Actor
      base: string
      /** What gives or changes something asks it; what only takes access away does not. @throws TenantSuspended, FeatureNotInPlan */
      requireOpen(): void
    }
  }
}

const BEARER = /^Bearer +(\S+) *$/i
/** Of 2^256 tokens nobody guesses one; it is the database that is spared. */
const MAX_FAILURES_PER_SECOND = 100
const WINDOW_S = 60

/** One for each number of requests that tenants may send. */
const requests = new Map<number, Limiter>()
let failures: Limiter | undefined

/** From the token to the tenant of the host; people belong to the account, so always in the live scope. */
export async function asDirectory(ctx: HttpContext, next: NextFn) {
  const { tenant } = ctx
  return CurrentTenant.run({ tenant, environment: 'live' }, async () => {
    const { token, requestsPerMinute, closure } = await held(ctx)
    await requireRoom(requestsWithin(requestsPerMinute), tenant.id)
    ctx.directory = {
      actor: token.actor(clientInfo(ctx.request)),
      base: publicUrl(ctx.target.host, '/scim/v2'),
      requireOpen() {
        if (closure) throw closure
      },
    }
    return next()
  })
}

/** Guesses of one network are counted; nobody who has a token waits for them. */
async function held({ request }: HttpContext) {
  try {
    return await DirectoryToken.check(
      BEARER.exec(request.header('authorization') ?? '')?.[1] ?? null
    )
  } catch (error) {
    if (error instanceof TokenInvalid)
      await requireRoom(failuresWithin(), homeNetwork(clientInfo(request).ipAddress))
    throw error
  }
}

/** @throws TooManyRequests */
async function requireRoom(limiter: Limiter, name: string): Promise<void> {
  const { isOver, msLeft } = await limiter.count(name)
  if (isOver) throw new TooManyRequests(Math.max(1, Math.ceil(msLeft / 1_000)))
}

function requestsWithin(points: number): Limiter {
  const known = requests.get(points) ?? new Limiter({ points, windowS: WINDOW_S, prefix: 'scim' })
  requests.set(points, known)
  return known
}

function failuresWithin(): Limiter {
  failures ??= new Limiter({
    ...{ points: MAX_FAILURES_PER_SECOND, windowS: 1, prefix: 'scim_failures' },
  })
  return failures
}
