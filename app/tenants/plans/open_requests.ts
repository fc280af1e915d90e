import db from '@adonisjs/lucid/services/db'

/** A tenant that would like another plan, and whose seller is the platform. */
export interface OpenRequest {
  id: string
  tenantId: string
  tenantName: string
  fromName: string
  planName: string
  note: string | null
  createdAt: Date
}

/** Resellers decide what their own tenants ask for. */
const OPEN = `
  select r.id, r.tenant_id as "tenantId", t.name as "tenantName", coalesce(f.name, r.from_plan) as "fromName", p.name as "planName",
         r.note, r.created_at as "createdAt"
    from plan_requests r join tenants t on t.id = r.tenant_id join plans p on p.key = r.plan_key left join plans f on f.key = r.from_plan
   where r.status = 'open' and t.parent_id is null order by r.created_at limit 100`

export async function openRequests(): Promise<OpenRequest[]> {
  return (await db.connection('platform').rawQuery<{ rows: OpenRequest[] }>(OPEN)).rows
}
