import { CurrentTenant } from '#app/tenancy/current_tenant'

/** Nobody has it, and no mail goes there (RFC 2606). It is not that of a member who was removed earlier. */
const FREE = `
  with freed as (
    update users set email = lower(id) || '@removed.invalid' where email = $1 and removed_at is not null returning id)
  delete from sso_identities where user_id in (select id from freed)`

/**
 * In the unit that gives an address to a member, who has proved it or whose directory says so: one who was removed has it no longer. Nor have they the names by which
 * an identity provider knew them, which are often the address itself: these would refuse the one who has it now.
 */
export async function freeOfRemoved(email: string): Promise<void> {
  await CurrentTenant.batch([{ text: FREE, values: [email] }])
}
