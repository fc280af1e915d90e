import { clock } from '#app/foundation/clock'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { rowOfJson } from '#app/tenancy/models/json_row'
import { query, type Query, type Row } from '#app/tenancy/statement'
import { IS_REQUIRED } from '../access/log_in_policy.js'
import AddressManaged from '../errors/address_managed.js'
import AddressChange from './address_change.js'

/** Who else decides on an address: the directory that wrote the person, or the provider through which their domain has to log in. */
export type AddressSource = 'directory' | 'single sign-on'

interface SourceRow {
  isOfDirectory: boolean
  isOfProvedDomain: boolean
  /** People log in by single sign-on alone. */
  isRequired: boolean
  /** The change that waits for its proof. */
  pending: Row | null
}

const SOURCE = `
  select exists (select from directory_users d where d.user_id = u.id) as "isOfDirectory",
         exists (select from sso_domains s where s.proved_at is not null
                    and s.domain = substr(u.email, length(u.email) - strpos(reverse(u.email), '@') + 2)) as "isOfProvedDomain",
         ${IS_REQUIRED} as "isRequired",
         (select to_jsonb(c) from address_changes c where c.user_id = u.id and c.changed_at is null and c.expires_at > $2) as pending
    from users u where u.id = $1`

/** Whether people change their address here. Always in the live scope. */
export const AddressSource = {
  /** For a batch that reads more. */
  of({ id }: { id: string }): Query<SourceRow> {
    return query<SourceRow>(SOURCE, [id, clock.now()])
  },

  /** @returns null where it is the person's own */
  from([row]: readonly SourceRow[]): AddressSource | null {
    if (row?.isOfDirectory) return 'directory'
    return row?.isOfProvedDomain && row.isRequired ? 'single sign-on' : null
  },

  /** The change that waits for its proof. */
  pendingIn([row]: readonly SourceRow[]): AddressChange | null {
    return AddressChange.from(row?.pending ? [rowOfJson(row.pending, ['salt'])] : [])
  },

  /** Whether somebody else decides on it. */
  async isElsewhere(user: { id: string }): Promise<boolean> {
    const [rows] = await CurrentTenant.batch([AddressSource.of(user)] as const)
    return AddressSource.from(rows) !== null
  },

  /** @throws AddressManaged */
  async requireOwn(user: { id: string }): Promise<void> {
    if (await AddressSource.isElsewhere(user)) throw new AddressManaged()
  },
}
