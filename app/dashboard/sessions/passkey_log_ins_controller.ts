import type { HttpContext } from '@adonisjs/core/http'
import type { Refusal } from '#app/foundation/refusal'
import { clientInfo } from '#app/front_door/client_info'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import { LogInPolicy } from '#app/identity/access/log_in_policy'
import PasskeyRefused from '#app/identity/errors/passkey_refused'
import SingleSignOnRequired from '#app/identity/errors/single_sign_on_required'
import { AuthenticatorAnswer } from '#app/identity/passkeys/authenticator_answer'
import { PasskeyProof } from '#app/identity/passkeys/passkey_proof'
import { passkeyAttempts, WINDOW_MS } from '#app/identity/sessions/log_in_attempts'
import { LogInFailures } from '#app/identity/sessions/log_in_failures'
import { enter, HOME } from './entrance.js'
import { showEmergencyLogIn, showLogIn } from './log_in_page.js'
import { nextPath } from './next_path.js'
import { passkeyPlace } from './passkey_here.js'
import { phrasesOf } from '../language.js'

const TOO_OFTEN = 'common.too_often'

/** A passkey as the whole log-in: who it is, and both proofs. */
export default class PasskeyLogInsController {
  /** POST /login/passkey/options: the same for everybody, since nobody is known yet. */
  async create(ctx: HttpContext) {
    const here = { purpose: 'log_in', user: null, ...passkeyPlace(ctx) } as const
    ctx.response.json(await PasskeyProof.options(here))
  }

  /** POST /login/passkey */
  async store(ctx: HttpContext) {
    const { answer: sent, next: wanted } = ctx.request.body()
    const isRequired = await LogInPolicy.requiresSso()
    if (isRequired && !isEmergency(ctx)) return refuse(ctx, new SingleSignOnRequired(), 403)
    const answer = readAnswer(sent)
    const attempt = attemptOf(ctx, answer)
    if (!(await passkeyAttempts.allow(attempt))) {
      ctx.response.header('Retry-After', WINDOW_MS / 1000)
      return show(ctx, phrasesOf(ctx).t(TOO_OFTEN), 429)
    }
    try {
      if (answer instanceof PasskeyRefused) throw answer
      const here = { purpose: 'log_in', user: null, ...passkeyPlace(ctx) } as const
      const user = await PasskeyProof.accept(answer, here, clientInfo(ctx.request))
      await enter(ctx, user, 'passkey')
    } catch (error) {
      if (error instanceof SingleSignOnRequired) return refuse(ctx, error, 403)
      if (!(error instanceof PasskeyRefused)) throw error
      await note(ctx, answer, error)
      return refuse(ctx, error, 422)
    }
    await passkeyAttempts.forgive(attempt)
    ctx.response.redirect(nextPath(wanted) ?? HOME, false, 303)
  }
}

function readAnswer(sent: unknown): AuthenticatorAnswer | PasskeyRefused {
  try {
    return AuthenticatorAnswer.read(sent)
  } catch (error) {
    if (error instanceof PasskeyRefused) return error
    throw error
  }
}

/** By the passkey that is named: passwords that strangers guess do not use up its tries. */
function attemptOf({ request, tenant }: HttpContext, answer: AuthenticatorAnswer | PasskeyRefused) {
  const named = answer instanceof AuthenticatorAnswer ? answer.credentialId : ''
  return { tenantId: tenant.id, email: named, ipAddress: clientInfo(request).ipAddress }
}

/** A page that was left open too long is no failed log-in. */
async function note(
  { request, target, tenant, logger }: HttpContext,
  answer: AuthenticatorAnswer | PasskeyRefused,
  { fault, cause }: PasskeyRefused
): Promise<void> {
  const { ipAddress } = clientInfo(request)
  logger.info({ tenantId: tenant.id, ipAddress, fault, cause }, 'passkey refused')
  if (fault === 'late' || answer instanceof PasskeyRefused) return
  const owner = await PasskeyProof.ownerOf(answer, target.host)
  await LogInFailures.note(owner?.email ?? '', ipAddress)
}

function refuse(ctx: HttpContext, refusal: Refusal, status: 403 | 422): Promise<void> {
  return show(ctx, refusalIn(phrasesOf(ctx), refusal), status)
}

/** The page that sent it, with what was wrong. */
async function show(ctx: HttpContext, error: string, status: 403 | 422 | 429): Promise<void> {
  if (isEmergency(ctx)) return showEmergencyLogIn(ctx, { error }, status)
  return showLogIn(ctx, { next: nextPath(ctx.request.body().next), error }, status)
}

function isEmergency({ request }: HttpContext): boolean {
  return request.body().at === 'emergency'
}
