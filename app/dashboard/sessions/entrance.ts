import type { HttpContext } from '@adonisjs/core/http'
import { DeviceCookie } from '#app/front_door/device_cookie'
import { HandedOverCookie } from '#app/front_door/handed_over_cookie'
import { SessionCookie } from '#app/front_door/session_cookie'
import { clientInfo } from '#app/front_door/client_info'
import { SecondFactor } from '#app/identity/second_factor/second_factor'
import { HalfLogIn } from '#app/identity/sessions/half_log_in'
import { type LogInMethod } from '#app/identity/sessions/session'
import { openSession } from '#app/identity/sessions/session_opening'
import { OwnRegion } from '#app/identity/users/own_region'
import type User from '#app/identity/users/user'
import { currentSession } from '../signed_in.js'
import { HalfLogInCookie } from './half_log_in_cookie.js'

export const HOME = '/documents'

/** The password was right, or just chosen by a link: who has a second factor is asked for it first. @returns where to go */
export async function enterByPassword(
  ctx: HttpContext,
  user: User,
  next: string | null = null
): Promise<string> {
  if (await SecondFactor.isOnFor(user)) {
    HalfLogInCookie.write(ctx, await HalfLogIn.open(user, next))
    return '/login/code'
  }
  await enter(ctx, user, 'password')
  return next ?? HOME
}

/** A new token for every log-in; the session that the browser came with ends. */
export async function enter(ctx: HttpContext, user: User, method: LogInMethod): Promise<void> {
  const replacing = await currentSession(ctx)
  const device = DeviceCookie.of(ctx)
  const opening = { ...clientInfo(ctx.request), replacing, device, method }
  const { token } = await openSession(user, opening)
  await OwnRegion.offer(user, ctx.request.body().timeZone)
  SessionCookie.write(ctx, token)
  HandedOverCookie.clear(ctx)
  DeviceCookie.write(ctx, device)
}
