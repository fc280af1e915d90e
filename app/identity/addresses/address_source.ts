import { CurrentTenant } from '#app/tenancy/current_tenant'
import { query, type Query } from '#app/tenancy/statement'
import { LogInPolicy } from '../access/log_in_policy.js'
import AddressManaged from '../errors/address_managed.js'

/** Who else decides on an address: the directory that wrote the person, or the provider through which their domain has to log in. */
export type AddressSource = 'directory' | 'single sign-on'

interface SourceRow {
  isOfDirectory: boolean
  isOfProvedDomain: boolean
}

const SOURCE = `
  select exists (select from directory_users d where d.user_id = u.id) as "isOfDirectory",
         exists (select from sso_domains s where s.proved_at is not null
                    and s.domain = substr(u.email, length(u.email) - strpos(reverse(u.email), '@') + 2)) as "isOfProvedDomain"
    from users u where u.id = $1`

/** Whether people change their address here. Always in the live scope. */
export const AddressSource = {
  /** For a batch that reads more, beside `LogInPolicy.isRequired`. */
  of({ id }: { id: string }): Query<SourceRow> {
    return query<SourceRow>(SOURCE, [id])
  },

  /** @returns null where it is the person's own */
  from(
    row: SourceRow | undefined,
    policy: { isRequired: boolean } | undefined
  ): AddressSource | null {
    if (row?.isOfDirectory) return 'directory'
    return row?.isOfProvedDomain && policy?.isRequired ? 'single sign-on' : null
  },

  /** @throws AddressManaged */
  async requireOwn(user: { id: string }): Promise<void> {
    const [[row], [policy]] = await CurrentTenant.batch([
      AddressSource.of(user),
      LogInPolicy.isRequired,
    ] as const)
    if (AddressSource.from(row, policy)) throw new AddressManaged()
  },
}
