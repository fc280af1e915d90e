/**
 * The condition under which somebody can give a second factor: a code of an authenticator app, or a passkey at one of the tenant's hosts.
 *
 * @param user  the column or parameter that holds their id, as the statement calls it
 */
export function hasSecondFactor(user: string): string {
  return `(exists (select 1 from second_factors f where f.user_id = ${user} and f.confirmed_at is not null)
    or exists (select 1 from passkeys p where p.user_id = ${user}))`
}
