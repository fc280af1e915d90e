import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query, type Query } from '#app/tenancy/statement'
import { modelsOf } from '#app/tenancy/models/model_rows'
import { ROLES, type Role } from '../access/role.js'
import { hasSecondFactor } from '../second_factor/has_second_factor.js'
import User from './user.js'

/** A member as lists show them. */
export type MemberRow = RowOf<
  'users',
  | ('id' | 'name' | 'email' | 'role' | 'disabled_at')
  | ('removed_at' | 'invited_at' | 'created_at' | 'last_seen_at')
> & {
  /** Keys that they made and that are not revoked. */
  keys: number
  has_password: boolean
  has_factor: boolean
}

/** Seen is the later of the last log-in and of what their browsers did since; how many keys they made, for the person who removes them. */
const MEMBER = `
  select u.id, u.name, u.email, u.role, u.disabled_at, u.removed_at, u.invited_at, u.created_at,
         greatest(u.last_seen_at, (select max(seen_at) from sessions where user_id = u.id)) as last_seen_at,
         (select count(*)::int from api_keys where created_by = u.id and revoked_at is null) as keys,
         u.password_hash is not null as has_password, ${hasSecondFactor('u.id')} as has_factor
    from users u where u.removed_at is null`

const withRoles = (limit: number) => `select name, email from users
              where role = any($1) and disabled_at is null and removed_at is null
              order by array_position($1::text[], role), name, id limit ${limit}`

/** Those who work in an account. */
export const Members = {
  /** Owners first, then by name. */
  all: query<MemberRow>(
    `${MEMBER} order by u.disabled_at is not null,
    array_position($1::text[], u.role), lower(u.name), u.id`,
    [ROLES]
  ),

  one(id: string): Query<MemberRow> {
    return query(`${MEMBER} and u.id = $1`, [id])
  },

  /** With their number of keys in `$extras`. */
  from(rows: readonly MemberRow[]): User[] {
    return modelsOf(User, rows)
  },

  /** A few of those with these roles, the most powerful first. */
  async withRoles(
    roles: readonly Role[],
    limit: number
  ): Promise<RowOf<'users', 'name' | 'email'>[]> {
    const [people] = await CurrentTenant.batch([
      query<RowOf<'users', 'name' | 'email'>>(withRoles(limit), [roles]),
    ])
    return people
  },
}
