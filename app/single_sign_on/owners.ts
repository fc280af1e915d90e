import type { Actor } from '#app/audit/actor'
import User from '#app/identity/users/user'
import OwnerRequired from './errors/owner_required.js'

/** In a unit that has locked the account, so that nobody loses the role meanwhile. The platform's operator may as well. @throws OwnerRequired */
export async function requireOwner({ type, id, via }: Actor): Promise<void> {
  const isOwner = type === 'user' ? (await User.find(id))?.role === 'owner' : via === undefined
  if (!isOwner) throw new OwnerRequired()
}
