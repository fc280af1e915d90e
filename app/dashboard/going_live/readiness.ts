import type { HttpContext } from '@adonisjs/core/http'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { modelsOf } from '#app/tenancy/models/model_rows'
import type { Statement } from '#app/tenancy/statement'
import Domain from '#app/tenants/domains/domain'
import type { Profile } from '#app/brand/profile'
import Sender from '#app/sending/sender'
import Endpoint from '#app/webhooks/endpoints/endpoint'
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
  liveEndpoints: Endpoint[]
  testEndpoints: Endpoint[]
  isTestCompleted: boolean
}

const FACTS: Statement = {
  text: `select exists (select from users where role = 'owner' and verified_at is not null) as is_owner_verified,
    exists (select from api_keys where environment = 'live' and revoked_at is null
             and (expires_at is null or expires_at > now())) as has_live_key,
    exists (select from webhook_endpoints e where status = 'enabled' and exists (
      select from webhook_deliveries d where d.endpoint_id = e.id and d.status = 'delivered')) as is_webhook_answered`,
}
const ENDPOINTS: Statement = { text: 'select * from webhook_endpoints order by created_at, id' }
const COMPLETED: Statement = {
  text: `select exists (select from documents where status = 'completed') as is_completed`,
}

/** One batch for live, one for the sandbox where there is one, and the account's hosts. */
export async function readinessOf(ctx: HttpContext): Promise<Readiness> {
  const [senders, keys, [facts], live] = await readPage(ctx, ...Sender.statements, FACTS, ENDPOINTS)
  const sandbox = await readSandbox(ctx)
  return {
    profile: ctx.profile,
    sender: Sender.from([senders, keys]),
    domains: await hostsOf(ctx),
    isOwnerVerified: facts.is_owner_verified as boolean,
    hasLiveKey: facts.has_live_key as boolean,
    isWebhookAnswered: facts.is_webhook_answered as boolean,
    liveEndpoints: modelsOf(Endpoint, live),
    ...sandbox,
  }
}

async function readSandbox({ tenant }: HttpContext) {
  if (!tenant.hasSandbox) return { isTestCompleted: false, testEndpoints: [] }
  return CurrentTenant.run({ tenant, environment: 'test' }, async () => {
    const [[{ is_completed: isCompleted }], endpoints] = await CurrentTenant.batch([
      COMPLETED,
      ENDPOINTS,
    ])
    return {
      isTestCompleted: isCompleted as boolean,
      testEndpoints: modelsOf(Endpoint, endpoints),
    }
  })
}

function hostsOf({ tenant }: HttpContext): Promise<Domain[]> {
  return Domain.query()
    .where({ tenantId: tenant.id, kind: 'host' })
    .whereNot('status', 'released')
    .orderBy('createdAt')
}
