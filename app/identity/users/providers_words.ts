import { CurrentTenant } from '#app/tenancy/current_tenant'

/** Whose the profile is that is kept for previews stands in an envelope alone: it goes with any member, and the next log-in brings another. */
const FORGET_PROFILE = { text: 'delete from sso_last_profile' }
const FORGET_NAMES = `
  update sso_attempts set name_id = null, result = null, fault = fault - 'received' - 'expected'
   where lower(name_id) = $2 or lower(fault ->> 'received') = $2 or lower(result ->> 'email') = $2
      or result #>> '{member,email}' = $2
      or name_id in (select left(name_id, 200) from sso_identities where user_id = $1)`

/**
 * In the unit that removes a member: what an identity provider has said of them leaves previews and the list of attempts, of which checks and codes stay. The name by
 * which the provider knows them stays, too: it leads to a refusal.
 */
export async function forgetProvidersWords({
  id,
  email,
}: {
  id: string
  email: string
}): Promise<void> {
  await CurrentTenant.batch([FORGET_PROFILE, { text: FORGET_NAMES, values: [id, email] }])
}
