import db from '@adonisjs/lucid/services/db'
import { DAY_MS } from '#app/foundation/duration'
import { SYSTEM } from '#app/audit/actor'
import { clock } from '#app/foundation/clock'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import Tenant from '#app/tenants/tenant'
import { SupportSession } from '../sessions/support_session.js'

/** Longer than any support session lasts. */
const LOOKBACK_MS = DAY_MS

const TENANTS = `
  select distinct body::jsonb #>> '{details,tenantId}' as id from entries
   where action = 'support.granted' and at > ? and body::jsonb #>> '{actor,id}' = ?`

/** Support sessions of an operator who was shut out. They are over already: nothing accepts them. */
export const OperatorSupport = {
  /** The platform's work `end_visits`: the tenants' own pages and trails say that the sessions are over. May run twice. */
  async end(operatorId: string): Promise<void> {
    const since = new Date(clock.now().getTime() - LOOKBACK_MS)
    const { rows } = await db
      .connection('platform')
      .rawQuery<{ rows: { id: string }[] }>(TENANTS, [since, operatorId])
    const tenants = await Tenant.query().whereIn(
      'id',
      rows.map(({ id }) => id)
    )
    for (const tenant of tenants.filter(({ isReachable }) => isReachable))
      await CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, () => endIn(operatorId))
  },
}

async function endIn(operatorId: string): Promise<void> {
  for (const session of await SupportSession.openOf(operatorId))
    if (await session.isShutOut()) await session.end(SYSTEM)
}
