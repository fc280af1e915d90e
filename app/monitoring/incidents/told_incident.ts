import db from '@adonisjs/lucid/services/db'
import type { PlatformRow } from '#app/tenancy/row'
import type { ServicePart } from '../samples/service_part.js'
import type { Impact, IncidentState } from './incident.js'

interface Row extends PlatformRow<'incidents', 'id' | 'title' | 'began_at' | 'resolved_at'> {
  parts: ServicePart[]
  impact: Impact
  updates: { state: IncidentState; text: string; at: string }[]
}

/** An incident as those read it whom it is for. */
export interface ToldIncident {
  id: string
  title: string
  parts: ServicePart[]
  impact: Impact
  beganAt: Date
  resolvedAt: Date | null
  /** Newest first. */
  updates: { state: IncidentState; text: string; at: Date }[]
}

/** More than these in ninety days is no news. */
const MOST = 30

const UPDATES = `coalesce((
  select jsonb_agg(jsonb_build_object('state', state, 'text', text, 'at', written_at) order by written_at desc, id desc)
    from incident_updates where incident_id = incidents.id), '[]') as updates`

const TOLD_TO = `
  with recursive up as (
    select id, parent_id from tenants where id = :tenantId
    union all
    select t.id, t.parent_id from up join tenants t on t.id = up.parent_id)
  select id, title, parts, impact, began_at, resolved_at, ${UPDATES} from incidents
   where (reseller_id is null or reseller_id in (select id from up))
     and (resolved_at is null or resolved_at > now() - interval '90 days')
   order by resolved_at is not null, began_at desc limit ${MOST}`

const ONE = `select id, title, parts, impact, began_at, resolved_at, ${UPDATES} from incidents where id = :id`

export const ToldIncidents = {
  /** Open ones first, then those that were resolved in the last ninety days: of everybody, and of the resellers above this tenant. */
  to(tenantId: string): Promise<ToldIncident[]> {
    return read(TOLD_TO, { tenantId })
  },

  async one(id: string): Promise<ToldIncident | null> {
    return (await read(ONE, { id })).at(0) ?? null
  },
}

async function read(text: string, values: Record<string, string>): Promise<ToldIncident[]> {
  const { rows } = await db.connection('platform').rawQuery<{ rows: Row[] }>(text, values)
  return rows.map(({ began_at: beganAt, resolved_at: resolvedAt, updates, ...row }) => ({
    ...{ ...row, beganAt, resolvedAt },
    updates: updates.map((update) => ({ ...update, at: new Date(update.at) })),
  }))
}
