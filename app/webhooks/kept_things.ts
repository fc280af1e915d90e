import { DEFAULT_EXPIRES_IN_DAYS } from '#app/documents/limits'
import { query } from '#app/tenancy/statement'

/** How many there are of each; `signers` are those of the draft that has most. */
export type KeptThings = Record<
  'keys' | 'endpoints' | 'members' | 'expiring' | 'signers' | 'brands' | 'senders',
  number
>

/** What there is that a smaller plan does not serve. Nothing of it is deleted: it stands still until the plan allows it again. */
export const KEPT_THINGS = query<KeptThings>(
  `
    select (select count(*)::int from api_keys where environment = 'live' and revoked_at is null) as keys,
           (select count(*)::int from webhook_endpoints where status <> 'disabled') as endpoints,
           (select count(*)::int from users where disabled_at is null) as members,
           (select count(*)::int from documents where status = 'draft' and expires_in_days <> $1) as expiring,
           (select coalesce(max(of_one), 0)::int from (
              select count(*) as of_one from signers s join documents d on d.id = s.document_id where d.status = 'draft' and s.role <> 'copy' group by d.id) x) as signers,
           (select count(*)::int from brand_versions) as brands,
           (select count(*)::int from sender where way <> 'platform') as senders`,
  [DEFAULT_EXPIRES_IN_DAYS]
)
