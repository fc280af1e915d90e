import type { HttpContext } from '@adonisjs/core/http'
import { isIdentifier } from '#app/foundation/identifier'
import { Members } from '#app/identity/users/members'
import { Membership } from '#app/identity/users/membership'
import type User from '#app/identity/users/user'
import NothingHere from '../errors/nothing_here.js'
import { readPage } from '../page.js'

export const LIST = '/settings/members'

/** The member that the address names. @throws NothingHere */
export async function findMember(ctx: HttpContext): Promise<User> {
  const { id } = ctx.params
  if (!isIdentifier('usr', id)) throw new NothingHere()
  const [rows] = await readPage(ctx, Members.one(id))
  if (rows.length === 0) throw new NothingHere()
  return Members.from(rows)[0]
}

export function membershipOf(user: User, ctx: HttpContext): Membership {
  return new Membership(user, ctx.dashboard.actor(ctx), ctx.dashboard.user.role)
}
