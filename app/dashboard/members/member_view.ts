import { roleLabel } from '#app/identity/access/role'
import type User from '#app/identity/users/user'

export function memberView(user: User, self: User) {
  const { id, name, email, role, lastSeenAt, isDisabled, isInvited, invitedAt } = user
  return {
    ...{ id, name, email, role, lastSeenAt, isDisabled, isInvited, invitedAt },
    roleLabel: roleLabel(role),
    isSelf: id === self.id,
    keyCount: Number(user.$extras.keys ?? 0),
  }
}
