import type { HttpContext } from '@adonisjs/core/http'
import { Secret } from '@adonisjs/core/helpers'
import { SessionCookie } from '#app/front_door/session_cookie'
import { typedText } from '#app/front_door/bodies/typed_text'
import { clientInfo } from '#app/front_door/client_info'
import { confirmations } from '#app/identity/second_factor/code_attempts'
import { MAX_PASSWORD } from '#app/identity/passwords/password_rules'
import { SecondFactor } from '#app/identity/second_factor/second_factor'
import { LogInFailures } from '#app/identity/sessions/log_in_failures'
import { inAccount } from '../account.js'
import { readPage, showPage } from '../page.js'

const MAX_CODE = 40
const WRONG = 'That was not right. Nothing was changed yet.'
const TOO_OFTEN = 'Too many attempts. Wait a quarter of an hour, then try again.'
const ENDED = 'This log-in was ended meanwhile. Log in again.'

interface Fault {
  error: string
  status: 422 | 429
}

interface Asked {
  /** What the form held that was sent without a fresh log-in; it is sent again with the proofs. */
  sent?: Record<string, unknown>
  /** Where to go afterwards. */
  next?: string
  error?: string
  status?: number
}

/** Proves once more who is at this browser: by the password, and a code where there is a second factor. @returns what was wrong, or null */
export function confirm(
  ctx: HttpContext,
  typed: { password: unknown; code: unknown }
): Promise<Fault | null> {
  return inAccount(ctx, async () => {
    const { session, user } = ctx.dashboard
    if (!(await confirmations.allow(user))) return { error: TOO_OFTEN, status: 429 }
    if (!(await isProved(ctx, typed))) {
      await LogInFailures.note(user.email, clientInfo(ctx.request).ipAddress)
      return { error: WRONG, status: 422 }
    }
    await confirmations.forgive(user)
    const token = await session.prove()
    if (!token) return { error: ENDED, status: 422 }
    SessionCookie.write(ctx, token)
    return null
  })
}

/** The page that asks for the proofs: with the form that was sent in it, or before the page that somebody wants to see. */
export async function askAgain(
  ctx: HttpContext,
  { sent, next, error, status = sent ? 403 : 200 }: Asked
): Promise<void> {
  const { session, user } = ctx.dashboard
  const hasFactor = await inAccount(ctx, () => SecondFactor.isOnFor(user))
  await readPage(ctx)
  const state = {
    hasPassword: user.passwordHash !== null,
    hasFactor,
    isByProvider: session.provider !== null,
    action: sent ? ctx.request.url(true) : '/account/confirm',
    fields: sent ? [...fieldsOf(sent)] : [{ name: 'next', value: next ?? '' }],
    again: next ?? '/account',
    error: error ?? null,
  }
  await showPage(ctx, 'dashboard/own_account/confirm', state, status)
}

/** The password first, so that no code is spent beside a wrong one. */
async function isProved(
  ctx: HttpContext,
  { password, code }: { password: unknown; code: unknown }
): Promise<boolean> {
  const { user } = ctx.dashboard
  if (typeof password !== 'string' || password.length > MAX_PASSWORD) return false
  if (!(await user.verifyPassword(new Secret(password)))) return false
  if (!(await SecondFactor.isOnFor(user))) return true
  const typed = typedText(code)
  if (typed.length > MAX_CODE) return false
  return (await SecondFactor.accept(user, typed, ctx.dashboard.actor(ctx))) !== null
}

/** Names and values as the form had them. */
function* fieldsOf(
  values: Record<string, unknown>,
  nameOf = (key: string) => key
): Generator<{ name: string; value: string }> {
  for (const [key, value] of Object.entries(values)) {
    const name = nameOf(key)
    if (Array.isArray(value) && value.every((one) => typeof one !== 'object'))
      for (const one of value) yield { name: `${name}[]`, value: String(one) }
    else if (typeof value === 'object' && value !== null)
      yield* fieldsOf({ ...value }, (inner) => `${name}[${inner}]`)
    else yield { name, value: String(value ?? '') }
  }
}
