import { roleLabel, ROLES } from '#app/identity/access/role'
import User from '#app/identity/users/user'
import { modelsOf } from '#app/tenancy/models/model_rows'
import type { Row, Statement } from '#app/tenancy/statement'

/** Seen is the later of the last log-in and of what their browsers did since; how many keys they made, for whoever sends them away. */
const MEMBER = `
  select u.id, u.name, u.email, u.role, u.disabled_at, u.removed_at, u.invited_at, u.created_at,
         greatest(u.last_seen_at, (select max(seen_at) from sessions where user_id = u.id)) as last_seen_at,
         (select count(*)::int from api_keys where created_by = u.id and revoked_at is null) as keys
    from users u where u.removed_at is null`

/** Owners first, then by name. */
export const MEMBERS: Statement = {
  text: `${MEMBER} order by u.disabled_at is not null,
    array_position($1::text[], u.role), lower(u.name), u.id`,
  values: [ROLES],
}

export function memberStatement(id: string): Statement {
  return { text: `${MEMBER} and u.id = $1`, values: [id] }
}

export function usersOf(rows: readonly Row[]): User[] {
  return modelsOf(User, rows)
}

export function shownMember(user: User, self: User) {
  const { id, name, email, role, lastSeenAt, isDisabled, isInvited, invitedAt } = user
  return {
    ...{ id, name, email, role, lastSeenAt, isDisabled, isInvited, invitedAt },
    roleLabel: roleLabel(role),
    isSelf: id === self.id,
    keyCount: Number(user.$extras.keys ?? 0),
  }
}
