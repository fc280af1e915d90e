import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'

/** An endpoint as the checklist names it. */
export type EndpointOutline = RowOf<'webhook_endpoints', 'id' | 'url' | 'name' | 'events'>

interface Readiness {
  is_owner_verified: boolean
  has_live_key: boolean
  /** Whether an enabled endpoint has taken a delivery. */
  is_webhook_answered: boolean
  /** Oldest first. */
  endpoints: EndpointOutline[]
}

const ENDPOINTS = `
  (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'url', url, 'name', name, 'events', events) order by created_at, id), '[]')
     from webhook_endpoints)`

/** How far an account is with its owner, its keys and its webhooks, as part of a batch of live that reads more. */
export const READINESS = query<Readiness>(
  `select exists (select from users where role = 'owner' and verified_at is not null) as is_owner_verified,
    exists (select from api_keys where environment = 'live' and revoked_at is null
             and (expires_at is null or expires_at > now())) as has_live_key,
    exists (select from webhook_endpoints e where status = 'enabled' and exists (
      select from webhook_deliveries d where d.endpoint_id = e.id and d.status = 'delivered')) as is_webhook_answered,
    ${ENDPOINTS} as endpoints`
)

/** What was tried in the sandbox, as part of a batch there. */
export const TRIALS = query<Pick<Readiness, 'endpoints'> & { is_completed: boolean }>(
  `select exists (select from documents where status = 'completed') as is_completed, ${ENDPOINTS} as endpoints`
)
