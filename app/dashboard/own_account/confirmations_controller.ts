import type { HttpContext } from '@adonisjs/core/http'
import { nextPath } from '../sessions/next_path.js'
import { PasskeyProof } from '#app/identity/passkeys/passkey_proof'
import { passkeyPlace } from '../sessions/passkey_here.js'
import { askAgain, confirm, splitProofs } from './confirmation.js'

const HOME = '/account'

export default class ConfirmationsController {
  /** GET /account/confirm?next= */
  async create(ctx: HttpContext) {
    const next = nextPath(ctx.request.qs().next) ?? HOME
    if (ctx.dashboard.session.isFresh) return ctx.response.redirect(next, false, 303)
    return askAgain(ctx, { next })
  }

  /** POST /account/confirm/options: for a passkey. */
  async options(ctx: HttpContext) {
    const { user } = ctx.dashboard
    const here = { purpose: 'confirm', user, ...passkeyPlace(ctx) } as const
    ctx.response.json(await PasskeyProof.options(here))
  }

  /** POST /account/confirm: then on to the page that asked for it. */
  async store(ctx: HttpContext) {
    const { proofs, sent } = splitProofs(ctx.request.body())
    const next = nextPath(sent.next) ?? HOME
    const fault = await confirm(ctx, proofs)
    if (fault) return askAgain(ctx, { next, ...fault })
    ctx.response.redirect(next, false, 303)
  }
}
