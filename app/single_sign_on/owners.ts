import type { Actor } from '#app/audit/actor'
import { LogInPolicy } from '#app/identity/access/log_in_policy'
import User from '#app/identity/users/user'
import OwnerRequired, { type OwnersMatter } from './errors/owner_required.js'
import { ProvedDomains } from './proved_domains.js'

/** In a unit that has locked the account, so that nobody loses the role meanwhile. The platform's operator may as well. @throws OwnerRequired */
export async function requireOwner(
  { type, id, via }: Actor,
  matter: OwnersMatter = 'provider'
): Promise<void> {
  const isOwner = type === 'user' ? (await User.find(id))?.role === 'owner' : via === undefined
  if (!isOwner) throw new OwnerRequired(matter)
}

/** Who replaces what says who people are could become an owner, once an owner comes in by it, or could lock owners out. In such a unit. @throws OwnerRequired */
export async function requireWhoMayReplace(by: Actor): Promise<void> {
  const { sso_required_at: requiredAt } = await LogInPolicy.current()
  if (requiredAt !== null || (await ProvedDomains.letOwnersIn())) await requireOwner(by)
}
