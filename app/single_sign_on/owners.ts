import type { Actor } from '#app/audit/actor'
import { LogInPolicy } from '#app/identity/access/log_in_policy'
import User from '#app/identity/users/user'
import OwnerRequired, { type OwnersMatter } from './errors/owner_required.js'
import { ProvedDomains } from './proved_domains.js'

/**
 * In a unit that has locked the account, so that nobody loses the role meanwhile. An owner in person, through no key or token of theirs, or the platform's
 * operator: nobody else, so that a party that is added later is refused until somebody lets it in here.
 *
 * @throws OwnerRequired
 */
export async function requireOwner(by: Actor, matter: OwnersMatter = 'provider'): Promise<void> {
  if (by.type === 'operator') return
  const isInPerson = by.type === 'user' && by.via === undefined
  if (!isInPerson || !(await isOwner(by.id))) throw new OwnerRequired(matter)
}

async function isOwner(id: string): Promise<boolean> {
  const user = await User.find(id)
  return user?.role === 'owner' && !user.isDisabled
}

/** Who replaces what says who people are could become an owner, once an owner comes in by it, or could lock owners out. In such a unit. @throws OwnerRequired */
export async function requireWhoMayReplace(by: Actor): Promise<void> {
  const { sso_required_at: requiredAt } = await LogInPolicy.current()
  if (requiredAt !== null || (await ProvedDomains.letOwnersIn())) await requireOwner(by)
}
