import { roleLabel } from '#app/identity/access/role'
import type User from '#app/identity/users/user'

export function memberView(user: User, self: User) {
  const { id, name, email, role, lastSeenAt, isDisabled, isInvited, invitedAt } = user
  return {
    ...{ id, name, email, role, lastSeenAt, isDisabled, isInvited, invitedAt },
    roleLabel: roleLabel(role),
    isSelf: id === self.id,
    factor: factorOf(user),
    keyCount: Number(user.$extras.keys ?? 0),
  }
}

/** People without a password are asked by their identity provider; a dash is for somebody who has not come yet, or may not. */
function factorOf({
  isDisabled,
  isInvited,
  $extras,
}: User): 'Set up' | 'None' | 'By provider' | '–' {
  if ($extras.has_factor) return 'Set up'
  if (isDisabled || isInvited) return '–'
  return $extras.has_password ? 'None' : 'By provider'
}
