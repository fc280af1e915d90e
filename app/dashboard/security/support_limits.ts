import type { HttpContext } from '@adonisjs/core/http'
import { askedOf, type Asked } from '#app/front_door/asked_rights'
import type { SupportSession } from '#app/identity/sessions/support_session'
import SupportMayNot from '../errors/support_may_not.js'

/** Asked for every request of a support session: a form is closed to support unless its route names a change that is open. @throws SupportMayNot */
export function assertSupportMay(ctx: HttpContext, support: SupportSession): void {
  if (!isOpenToVisit(support, ctx.request.method(), askedOf(ctx)))
    throw new SupportMayNot(support.mayWrite)
}

/** Beside the rights that a support session does without. */
export function isOpenToVisit(
  { mayWrite }: Pick<SupportSession, 'mayWrite'>,
  method: string,
  { change }: Asked
): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  return isRead || (mayWrite && change !== undefined)
}
