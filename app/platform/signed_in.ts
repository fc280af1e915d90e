import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import type { Actor } from '#app/audit/actor'
import { askedOf } from '#app/front_door/asked_rights'
import { flash } from '#app/front_door/pages/flash'
import { clientInfo } from '#app/front_door/client_info'
import type Operator from '#app/identity/operators/operator'
import { OperatorSession, type Proof } from '#app/identity/operators/operator_session'
import { OperatorCookie } from './operator_cookie.js'

declare module '@adonisjs/core/http' {
  interface HttpContext {
    /** Who is at the console, behind its log-in or half-way through it. */
    operator: Operator
  }
}

/** Needs both proofs. After the password alone, the operator is asked for the code. */
export async function asOperator(ctx: HttpContext, next: NextFn) {
  const session = await currentSession(ctx)
  if (session?.proof !== 'both') return toLogIn(ctx, session?.proof)
  ctx.operator = session.operator
  askedOf(ctx)
  return next()
}

/** Between the two proofs. */
export async function halfway(ctx: HttpContext, next: NextFn) {
  const session = await currentSession(ctx)
  if (session?.proof !== 'password') return ctx.response.redirect('/login', false, 303)
  ctx.operator = session.operator
  return next()
}

export async function currentSession(ctx: HttpContext): Promise<OperatorSession | null> {
  const token = OperatorCookie.read(ctx)
  return token ? OperatorSession.byToken(token) : null
}

/** A new token for each proof; the session that the browser came with ends. */
export async function logIn(ctx: HttpContext, operator: Operator, proof: Proof): Promise<void> {
  const replaced = await currentSession(ctx)
  OperatorCookie.write(ctx, await OperatorSession.open(operator, proof, clientInfo(ctx.request)))
  await replaced?.close()
}

export function actorOf({ operator, request }: HttpContext): Actor {
  return operator.actor(clientInfo(request))
}

function toLogIn(ctx: HttpContext, proof?: Proof): void {
  if (ctx.request.method() === 'POST')
    flash(ctx, 'warning', 'You have been logged out. Log in and try again.')
  ctx.response.redirect(proof === 'password' ? '/login/code' : '/login', false, 303)
}
