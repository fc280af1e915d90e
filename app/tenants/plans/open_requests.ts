import db from '@adonisjs/lucid/services/db'

/** A tenant that would like another plan. */
export interface OpenRequest {
  id: string
  tenantId: string
  tenantName: string
  fromName: string
  planName: string
  note: string | null
  createdAt: Date
}

const OPEN = `
  select r.id, r.tenant_id as "tenantId", t.name as "tenantName", coalesce(f.name, r.from_plan) as "fromName", p.name as "planName",
         r.note, r.created_at as "createdAt"
    from plan_requests r join tenants t on t.id = r.tenant_id join plans p on p.key = r.plan_key left join plans f on f.key = r.from_plan
   where r.status = 'open' and coalesce(t.parent_id::text, '') = :seller and t.status <> 'deleted' order by r.created_at, r.id limit 100`

/** The first 100 that a seller has to decide, oldest first. @param seller the id of a reseller; null for the platform */
export async function openRequests(seller: string | null): Promise<OpenRequest[]> {
  const answer = await db
    .connection('platform')
    .rawQuery<{ rows: OpenRequest[] }>(OPEN, { seller: seller ?? '' })
  return answer.rows
}
