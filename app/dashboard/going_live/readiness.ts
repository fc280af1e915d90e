import type { HttpContext } from '@adonisjs/core/http'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import Domain from '#app/tenants/domains/domain'
import type { Profile } from '#app/brand/profile'
import Sender from '#app/sending/sender'
import { READINESS, TRIALS, type EndpointOutline } from '#app/webhooks/readiness'
import { readPage } from '../page.js'

/** How far an account is, as its rows say. Nothing is ticked off by hand. */
export interface Readiness {
  profile: Profile
  sender: Sender
  domains: Domain[]
  isOwnerVerified: boolean
  hasLiveKey: boolean
  /** One that is enabled was told of something, and answered with a 2xx. */
  isWebhookAnswered: boolean
  liveEndpoints: EndpointOutline[]
  testEndpoints: EndpointOutline[]
  isTestCompleted: boolean
}

/** One batch for live, one for the sandbox where there is one, and the account's hosts. */
export async function readinessOf(ctx: HttpContext): Promise<Readiness> {
  const [sender, [facts]] = await readPage(ctx, Sender.statement, READINESS)
  const sandbox = await readSandbox(ctx)
  return {
    profile: ctx.profile,
    sender: Sender.from(sender),
    domains: await hostsOf(ctx),
    isOwnerVerified: facts.is_owner_verified,
    hasLiveKey: facts.has_live_key,
    isWebhookAnswered: facts.is_webhook_answered,
    liveEndpoints: facts.endpoints,
    ...sandbox,
  }
}

async function readSandbox({ tenant }: HttpContext) {
  if (!tenant.hasSandbox) return { isTestCompleted: false, testEndpoints: [] }
  return CurrentTenant.run({ tenant, environment: 'test' }, async () => {
    const [[{ is_completed: isTestCompleted, endpoints }]] = await CurrentTenant.batch([TRIALS])
    return { isTestCompleted, testEndpoints: endpoints }
  })
}

function hostsOf({ tenant }: HttpContext): Promise<Domain[]> {
  return Domain.query()
    .where({ tenantId: tenant.id, kind: 'host' })
    .whereNot('status', 'released')
    .orderBy('createdAt')
}
