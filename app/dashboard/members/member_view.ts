import type User from '#app/identity/users/user'

export function memberView(user: User, self: User) {
  const { id, name, email, role, lastSeenAt, isDisabled, isInvited, invitedAt } = user
  return {
    ...{ id, name, email, role, lastSeenAt, isDisabled, isInvited, invitedAt },
    isSelf: id === self.id,
    factor: factorOf(user),
    keyCount: Number(user.$extras.keys ?? 0),
  }
}

/** People without a password are asked by their identity provider; null is for somebody who has not come yet, or may not. */
function factorOf({
  isDisabled,
  isInvited,
  $extras,
}: User): 'set_up' | 'none' | 'by_provider' | null {
  if ($extras.has_factor) return 'set_up'
  if (isDisabled || isInvited) return null
  return $extras.has_password ? 'none' : 'by_provider'
}
