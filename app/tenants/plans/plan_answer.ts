import { SYSTEM, type Actor } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import { faultPoint } from '#app/foundation/processes/fault_point'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import Notice from '../notice.js'
import PlanRequest from './plan_request.js'
import Tenant from '../tenant.js'

const RECEIVE = `insert into heard_news (id, heard_at) values ($1, $2) on conflict do nothing returning id`
const OWNERS = `select id from users where role = 'owner' and disabled_at is null order by id`

/**
 * What became of a request for another plan. It is decided on the platform and told in the account, which may be another database: to
 * its trail and its owners, once, however often the work of telling it is done.
 */
export const PlanAnswer = {
  /** Work of the platform. */
  async deliver(requestId: string): Promise<void> {
    const request = await PlanRequest.find(requestId)
    const tenant = request && (await Tenant.find(request.tenantId))
    if (!request || !tenant?.isReachable) return
    const actor = await decider(tenant)
    await CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, () =>
      unit(() => receive(request, actor))
    )
    faultPoint('plan.answer_delivered')
  },
}

async function receive(
  { id, status, planKey, fromPlan }: PlanRequest,
  actor: Actor
): Promise<void> {
  const [received, owners] = await CurrentTenant.batch([
    { text: RECEIVE, values: [id, clock.now()] },
    { text: OWNERS },
  ])
  if (received.length === 0 || status === 'open' || status === 'withdrawn') return
  const details = { requestId: id, from: fromPlan, to: planKey }
  await SecurityTrail.append({ action: `plan.request_${status}`, actor, details })
  for (const owner of owners)
    await Notice.leave(`plan.${status}`, { requestId: id }, { to: String(owner.id) })
}

/** A tenant knows whom it buys from by name. Who works there, or on the platform, is not its business. */
async function decider({ parentId }: Tenant): Promise<Actor> {
  const reseller = parentId === null ? null : await Tenant.find(parentId)
  return reseller ? { type: 'system', id: reseller.id, name: reseller.name } : SYSTEM
}
