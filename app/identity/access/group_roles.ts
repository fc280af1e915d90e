import type { Actor } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import { ROLES, USUAL_ROLE, type Role } from './role.js'

/** Of several groups the one with the most rights counts. `is_by_group` is what the last change noted; nothing is, of owners. */
const WANTED = `
  select u.id, u.email, u.role, r.user_id is not null as is_by_group,
         (select g.role from directory_group_members m join directory_groups g on g.id = m.group_id
           where m.user_id = u.id and g.role is not null order by array_position($2::text[], g.role) limit 1) as wanted
    from users u left join directory_roles r on r.user_id = u.id
   where u.id = any ($1) and u.role <> 'owner' and u.removed_at is null
   order by u.id`

const GIVEN = `select 1 from directory_group_members m join directory_groups g on g.id = m.group_id
  where m.user_id = $1 and g.role is not null limit 1`

const NOTE =
  'insert into directory_roles (user_id) select unnest($1::text[]) on conflict do nothing'
const FORGET = 'delete from directory_roles where user_id = any ($1)'
const FORGET_OWNERS = `delete from directory_roles r using users u
  where u.id = r.user_id and u.id = any ($1) and u.role = 'owner'`

type WantedRow = RowOf<'users', 'id' | 'email' | 'role'> & {
  is_by_group: boolean
  wanted: Role | null
}

/**
 * Gives people the roles that groups of the tenant's directory have. Who leaves the last such group gets the usual role again; a role that was given by
 * hand stays where no group has one. Owners are made and unmade by owners alone, so groups say nothing of them.
 */
export const GroupRoles = {
  /** A group gives this member their role: as long as one does, nothing that a provider says at a log-in changes it. */
  async include({ id }: { id: string }): Promise<boolean> {
    const [found] = await CurrentTenant.batch([{ text: GIVEN, values: [id] }])
    return found.length > 0
  },

  /**
   * In the unit that changed the groups, with the account locked.
   *
   * @returns whose role it changed, one entry each
   */
  async apply(userIds: readonly string[], by: Actor): Promise<{ from: Role; to: Role }[]> {
    if (userIds.length === 0) return []
    const [rows] = await CurrentTenant.batch([query<WantedRow>(WANTED, [userIds, ROLES])])
    const given = rows.filter(({ wanted }) => wanted !== null)
    const taken = rows.filter(({ wanted, is_by_group: isByGroup }) => wanted === null && isByGroup)
    const changed = [...given, ...taken]
      .map((row) => ({ ...row, next: row.wanted ?? USUAL_ROLE }))
      .filter(({ role, next }) => role !== next)
    if (changed.length > 0) {
      await SecurityTrail.append(
        ...changed.map(({ id, email, role, next }) => ({
          action: 'member.role_changed' as const,
          actor: by,
          details: { userId: id, from: role, to: next, by: 'group' },
          personal: { email },
        }))
      )
    }
    await CurrentTenant.batch([
      {
        text: `update users u set role = x.role, updated_at = $3
          from unnest($1::text[], $2::text[]) as x (id, role) where u.id = x.id`,
        values: [changed.map(({ id }) => id), changed.map(({ next }) => next), clock.now()],
      },
      { text: NOTE, values: [given.map(({ id }) => id)] },
      { text: FORGET, values: [taken.map(({ id }) => id)] },
      { text: FORGET_OWNERS, values: [userIds] },
    ])
    return changed.map(({ role, next }) => ({ from: role, to: next }))
  },

  /**
   * For somebody who has just ceased to be an owner, in the unit that made them something else: groups that they left or joined meanwhile count from now on.
   * What was noted before they became one is out of date.
   */
  async applyToFormerOwner({ id }: { id: string }, by: Actor): Promise<void> {
    await CurrentTenant.batch([{ text: FORGET, values: [[id]] }])
    await this.apply([id], by)
  },
}
