/**
 * The condition under which somebody can give a second factor.
 *
 * @param user  the column that holds their id, as the statement calls it
 */
export function hasSecondFactor(user: string): string {
  return `exists (select 1 from second_factors f where f.user_id = ${user} and f.confirmed_at is not null)`
}
