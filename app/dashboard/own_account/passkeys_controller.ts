import type { HttpContext } from '@adonisjs/core/http'
import type { Secret } from '@adonisjs/core/helpers'
import { isRefusal, type Refusal } from '#app/foundation/refusal'
import { faultOfLine } from '#app/foundation/text_fault'
import { typedText } from '#app/front_door/bodies/typed_text'
import { flash } from '#app/front_door/pages/flash'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import { SessionCookie } from '#app/front_door/session_cookie'
import { LogInPolicy } from '#app/identity/access/log_in_policy'
import SingleSignOnRequired from '#app/identity/errors/single_sign_on_required'
import { MAX_PASSKEYS, Passkeys } from '#app/identity/passkeys/passkeys'
import { Registration } from '#app/identity/passkeys/registration'
import { SecondFactor } from '#app/identity/second_factor/second_factor'
import { OpenSessions } from '#app/identity/sessions/open_sessions'
import type User from '#app/identity/users/user'
import { unit } from '#app/tenancy/current_tenant'
import { deviceIn } from '../device_words.js'
import { readPage, showPage } from '../page.js'
import { passkeyPlace } from '../sessions/passkey_here.js'
import { ownPasskey, passkeyView } from './passkey_view.js'
import { phrasesOf } from '../language.js'

const AT = '/account/passkeys'
const MAX_NAME = 60

export default class PasskeysController {
  /** GET /account/passkeys */
  async index(ctx: HttpContext) {
    return showPasskeys(ctx)
  }

  /** POST /account/passkeys/options: what a script makes a passkey from. */
  async create(ctx: HttpContext) {
    const { user } = ctx.dashboard
    await requirePassword(user)
    await readPage(ctx)
    const { name } = ctx.profile.brand
    ctx.response.json(await Registration.options(user, name, passkeyPlace(ctx)))
  }

  /** POST /account/passkeys: the answer shows recovery codes, once, where there were none. With the first factor every other browser is logged out. */
  async store(ctx: HttpContext) {
    const { session, user } = ctx.dashboard
    const phrases = phrasesOf(ctx)
    await requirePassword(user)
    const { answer, name } = ctx.request.body()
    const called = typedText(name) || deviceIn(phrases, session.userAgent).slice(0, MAX_NAME)
    const fault = faultOfLine(called, MAX_NAME, phrases)
    if (fault) return showPasskeys(ctx, fault, 422)
    let added: { codes: string[]; token: Secret<string> | null }
    try {
      const made = await Registration.check(user, answer, passkeyPlace(ctx))
      added = await unit(async () => {
        const isFirst = !(await SecondFactor.isOnFor(user))
        const codes = await Passkeys.add(user, made, called, ctx.dashboard.actor(ctx))
        const token = await session.prove()
        if (isFirst) await OpenSessions.closeAll(user, { but: session })
        return { codes, token }
      })
    } catch (error) {
      if (isRefusal(error)) return showPasskeys(ctx, refusalIn(phrases, error), statusOf(error))
      throw error
    }
    const { codes, token } = added
    if (token) SessionCookie.write(ctx, token)
    if (codes.length > 0) return showCodes(ctx, codes)
    flash(ctx, 'success', phrases.t('own_account.passkey_added'))
    ctx.response.redirect(AT, false, 303)
  }

  /** POST /account/passkeys/:id: another name. */
  async update(ctx: HttpContext) {
    const { user } = ctx.dashboard
    const { id } = await ownPasskey(ctx)
    const name = typedText(ctx.request.body().name)
    const phrases = phrasesOf(ctx)
    const fault = name
      ? faultOfLine(name, MAX_NAME, phrases)
      : phrases.t('own_account.passkey_nameless')
    if (fault) return showPasskeys(ctx, fault, 422)
    if (await Passkeys.rename(user, id, name, ctx.dashboard.actor(ctx)))
      flash(ctx, 'success', phrases.t('own_account.passkey_renamed'))
    ctx.response.redirect(AT, false, 303)
  }
}

async function showPasskeys(
  ctx: HttpContext,
  error: string | null = null,
  status = 200
): Promise<void> {
  const { user } = ctx.dashboard
  const [rows] = await readPage(ctx, Passkeys.of(user))
  const { host } = ctx.target
  const state = {
    error,
    here: host,
    passkeys: rows.map((row) => passkeyView(row, host)),
    mayAdd: await mayHavePasskey(user),
    isFull: rows.length >= MAX_PASSKEYS,
    limit: MAX_PASSKEYS,
    hasPassword: user.passwordHash !== null,
    maxName: MAX_NAME,
  }
  await showPage(ctx, 'dashboard/own_account/passkeys', state, status)
}

async function showCodes(ctx: HttpContext, codes: readonly string[]): Promise<void> {
  await readPage(ctx)
  await showPage(ctx, 'dashboard/own_account/recovery_codes', { codes })
}

/** People of an identity provider are asked there; a passkey would be a way in that it knows nothing of. */
async function mayHavePasskey(user: User): Promise<boolean> {
  if (user.passwordHash === null) return false
  return !(await LogInPolicy.requiresSso()) || LogInPolicy.isEmergencyOwner(user)
}

/** @throws SingleSignOnRequired */
async function requirePassword(user: User): Promise<void> {
  if (!(await mayHavePasskey(user))) throw new SingleSignOnRequired()
}

function statusOf({ kind }: Refusal): 409 | 422 {
  return kind === 'conflict' ? 409 : 422
}
