import type { HttpContext } from '@adonisjs/core/http'
import { askedOf } from '#app/front_door/asked_rights'
import type { SupportSession } from '#app/identity/sessions/support_session'
import SupportMayNot from '../errors/support_may_not.js'

/** Asked for every request of a visit: a form is closed to support unless its route names a change that is open. @throws E_SUPPORT_MAY_NOT */
export function assertSupportMay(ctx: HttpContext, support: SupportSession): void {
  const isRead = ctx.request.method() === 'GET' || ctx.request.method() === 'HEAD'
  const isOpen = askedOf(ctx).change !== undefined
  if (!isRead && !(support.mayWrite && isOpen)) throw new SupportMayNot(support.mayWrite)
}
