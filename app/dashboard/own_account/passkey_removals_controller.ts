import type { HttpContext } from '@adonisjs/core/http'
import { flashOutcome } from '../flash_outcome.js'
import { Passkeys } from '#app/identity/passkeys/passkeys'
import { SecondFactor } from '#app/identity/second_factor/second_factor'
import { readPage, showPage } from '../page.js'
import { ownPasskey, passkeyView } from './passkey_view.js'
import { phrasesOf } from '../language.js'

const AT = '/account/passkeys'

export default class PasskeyRemovalsController {
  /** GET /account/passkeys/:id/remove */
  async create(ctx: HttpContext) {
    const row = await ownPasskey(ctx)
    const [[factor]] = await readPage(ctx, SecondFactor.state(ctx.dashboard.user.id))
    await showPage(ctx, 'dashboard/own_account/remove_passkey', {
      passkey: passkeyView(row, ctx.target.host),
      isLast: factor.passkeys === 1 && factor.confirmedAt === null,
    })
  }

  /** POST /account/passkeys/:id/remove */
  async store(ctx: HttpContext) {
    const { user } = ctx.dashboard
    const outcome = { back: AT, done: phrasesOf(ctx).t('own_account.passkey_removed') }
    const by = ctx.dashboard.actor(ctx)
    const { id } = await ownPasskey(ctx)
    return flashOutcome(ctx, outcome, () => Passkeys.remove(user, id, by))
  }
}
