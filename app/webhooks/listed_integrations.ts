import type { Environment } from '#app/foundation/environment'
import type { OrNull, RowOf } from '#app/tenancy/row'
import { query, type Query } from '#app/tenancy/statement'

/** How many of the newest deliveries tell how a webhook is doing. */
const MAX_READ = 50

/** Of an environment, newest first, each with how its key and its webhook are doing. */
const LISTED = `
  select i.id, i.name, i.created_at, k.prefix, k.last_four, k.last_used_at,
         k.revoked_at is null and k.id is not null as has_key,
         e.id as endpoint_id, e.url, e.status as endpoint_status,
         d.delivered_at, d.failures, d.newest
    from integrations i
    left join api_keys k on k.id = i.key_id
    left join webhook_endpoints e on e.id = i.endpoint_id
    left join lateral (
      select max(created_at) filter (where status = 'delivered') as delivered_at,
             (count(*) filter (where is_failure))::int as failures,
             (array_agg(is_failure order by created_at desc, id desc))[1] as newest
        from (select id, created_at, status, status <> 'delivered' and attempt_count > 0 as is_failure
                from webhook_deliveries where endpoint_id = e.id order by created_at desc, id desc limit ${MAX_READ}) latest
    ) d on true
   where i.environment = $1 order by i.created_at desc, i.id desc`

/** An integration with its key and its webhook, where they are still there. */
export interface IntegrationRow
  extends
    RowOf<'integrations', 'id' | 'name' | 'created_at'>,
    OrNull<RowOf<'api_keys', 'prefix' | 'last_four' | 'last_used_at'>>,
    OrNull<RowOf<'webhook_endpoints', 'url'>> {
  has_key: boolean
  endpoint_id: RowOf<'webhook_endpoints'>['id'] | null
  endpoint_status: RowOf<'webhook_endpoints'>['status'] | null
  delivered_at: Date | null
  failures: number
  /** Whether the newest delivery failed; null where there was none. */
  newest: boolean | null
}

export function listedIntegrations(environment: Environment): Query<IntegrationRow> {
  return query(LISTED, [environment])
}
