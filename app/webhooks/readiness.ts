import { query } from '#app/tenancy/statement'

interface Readiness {
  is_owner_verified: boolean
  has_live_key: boolean
  /** Whether an enabled endpoint has taken a delivery. */
  is_webhook_answered: boolean
}

/** How far an account is with its owner, its keys and its webhooks, as part of a batch of live that reads more. */
export const READINESS = query<Readiness>(
  `select exists (select from users where role = 'owner' and verified_at is not null) as is_owner_verified,
    exists (select from api_keys where environment = 'live' and revoked_at is null
             and (expires_at is null or expires_at > now())) as has_live_key,
    exists (select from webhook_endpoints e where status = 'enabled' and exists (
      select from webhook_deliveries d where d.endpoint_id = e.id and d.status = 'delivered')) as is_webhook_answered`
)
