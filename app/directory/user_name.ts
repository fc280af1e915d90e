import { CurrentTenant } from '#app/tenancy/current_tenant'
import NameTaken from './errors/name_taken.js'

/** Present members, with what a directory wrote of them. */
export const FROM_PEOPLE = `from users u left join directory_users d on d.user_id = u.id where u.removed_at is null`

/**
 * What directories call a member: the name that one wrote, else the address. A written name of somebody else may be the same as that address, when
 * the member was invited by hand later; they go by their id then, so that no two have one name (RFC 7643, 4.1.1).
 */
export const USER_NAME = `coalesce(d.user_name, case when exists (
    select from directory_users o join users p on p.id = o.user_id and p.removed_at is null where lower(o.user_name) = u.email)
  then u.id else u.email end)`

/** Members who may have a name, by indexes. @param mark  of the name, in lower case */
export const mayHaveName = (mark: string) =>
  `u.id in (select user_id from directory_users where lower(user_name) = ${mark}
    union all select id from users where email = ${mark} union all select id from users where id = ${mark})`

const HOLDER = `select 1 ${FROM_PEOPLE} and u.id <> $2 and ${mayHaveName('lower($1)')} and lower(${USER_NAME}) = lower($1)`

/** Names of removed members that came with an archive. */
const FREE = `delete from directory_users d using users u
  where u.id = d.user_id and u.removed_at is not null and lower(d.user_name) = lower($1)`

/**
 * In a unit that has locked the account: members come in under the same lock.
 *
 * @param id  of the member who is to have it
 * @throws NameTaken
 */
export async function requireFreeName(userName: string, id: string): Promise<void> {
  const [, holders] = await CurrentTenant.batch([
    { text: FREE, values: [userName] },
    { text: HOLDER, values: [userName, id] },
  ])
  if (holders.length > 0) throw new NameTaken('userName')
}
