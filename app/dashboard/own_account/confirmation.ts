import type { HttpContext } from '@adonisjs/core/http'
import { Secret } from '@adonisjs/core/helpers'
import { SessionCookie } from '#app/front_door/session_cookie'
import { typedText } from '#app/front_door/bodies/typed_text'
import { clientInfo } from '#app/front_door/client_info'
import PasskeyRefused from '#app/identity/errors/passkey_refused'
import { AuthenticatorAnswer } from '#app/identity/passkeys/authenticator_answer'
import { PasskeyProof } from '#app/identity/passkeys/passkey_proof'
import { Passkeys } from '#app/identity/passkeys/passkeys'
import { confirmations } from '#app/identity/second_factor/code_attempts'
import { MAX_PASSWORD } from '#app/identity/passwords/password_rules'
import { SecondFactor } from '#app/identity/second_factor/second_factor'
import { LogInFailures } from '#app/identity/sessions/log_in_failures'
import { inAccount } from '../account.js'
import { readPage, showPage } from '../page.js'
import { passkeyPlace } from '../sessions/passkey_here.js'
import { phrasesOf } from '../language.js'
import { KeptForm } from './kept_form.js'

const MAX_CODE = 40
const WRONG = 'own_account.not_proved'
const TOO_OFTEN = 'common.too_often'
const ENDED = 'own_account.log_in_ended'
const FORM_ENDED = 'own_account.form_ended'

interface Fault {
  error: string
  status: 422 | 429
}

/** A password with its code, or a passkey, as forms hold them. */
interface Proofs {
  password?: unknown
  code?: unknown
  /** The authenticator's answer. */
  passkey?: unknown
}

interface Asked {
  /** What the form held that was sent without a fresh log-in; it is sent again with the proofs. */
  sent?: Record<string, unknown>
  /** Where to go afterwards. */
  next?: string
  error?: string
  status?: number
}

/** The proofs in what a form holds, the form that was sent before them as the page kept it, and what else it holds. */
export function splitProofs(values: Record<string, unknown>): {
  proofs: Proofs
  kept: unknown
  sent: Record<string, unknown>
} {
  const { confirmPassword: password, confirmCode: code, confirmPasskey: passkey, ...rest } = values
  const { confirmForm: kept, ...sent } = rest
  return { proofs: { password, code, passkey }, kept, sent }
}

/** Proves once more who is at this browser: by a passkey, or by the password, and a code where there is a second factor. @returns what was wrong, or null */
export function confirm(ctx: HttpContext, typed: Proofs): Promise<Fault | null> {
  return inAccount(ctx, async () => {
    const { session, user } = ctx.dashboard
    const { t } = phrasesOf(ctx)
    if (!(await confirmations.allow(user))) return { error: t(TOO_OFTEN), status: 429 }
    if (!(await isProved(ctx, typed))) {
      await LogInFailures.note(user.email, clientInfo(ctx.request).ipAddress)
      return { error: t(WRONG), status: 422 }
    }
    await confirmations.forgive(user)
    const token = await session.prove()
    if (!token) return { error: t(ENDED), status: 422 }
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
  const passkeys = await inAccount(ctx, () => Passkeys.list(user))
  const [[factor]] = await readPage(ctx, SecondFactor.state(user.id))
  const state = {
    hasPassword: user.passwordHash !== null,
    factor,
    hasPasskeyHere: passkeys.some(({ host }) => host === ctx.target.host),
    isByProvider: session.provider !== null,
    isUnasked: session.beganUnasked,
    action: sent ? ctx.request.url(true) : '/account/confirm',
    field: sent
      ? { name: 'confirmForm', value: await KeptForm.sealed(ctx, sent) }
      : { name: 'next', value: next ?? '' },
    again: next ?? '/account',
    error: error ?? null,
  }
  await showPage(ctx, 'dashboard/own_account/confirm', state, status)
}

/** The form cannot be sent on any more; the proofs that came with it are not looked at. */
export function formEnded(ctx: HttpContext): Promise<void> {
  const error = phrasesOf(ctx).t(FORM_ENDED)
  return askAgain(ctx, { next: '/account', error, status: 422 })
}

/** The password first, so that no code is spent beside a wrong one. */
async function isProved(ctx: HttpContext, { password, code, passkey }: Proofs): Promise<boolean> {
  const { user } = ctx.dashboard
  if (passkey !== undefined) return isProvedByPasskey(ctx, passkey)
  if (typeof password !== 'string' || password.length > MAX_PASSWORD) return false
  if (!(await user.verifyPassword(new Secret(password)))) return false
  if (!(await SecondFactor.isOnFor(user))) return true
  const typed = typedText(code)
  if (typed.length > MAX_CODE) return false
  return (await SecondFactor.accept(user, typed, ctx.dashboard.actor(ctx))) !== null
}

async function isProvedByPasskey(ctx: HttpContext, sent: unknown): Promise<boolean> {
  const here = { purpose: 'confirm', user: ctx.dashboard.user, ...passkeyPlace(ctx) } as const
  try {
    await PasskeyProof.accept(AuthenticatorAnswer.read(sent), here, clientInfo(ctx.request))
    return true
  } catch (error) {
    if (error instanceof PasskeyRefused) return false
    throw error
  }
}
