import type { HttpContext } from '@adonisjs/core/http'
import { flashOutcome } from '#app/front_door/pages/flash_outcome'
import { Passkeys } from '#app/identity/passkeys/passkeys'
import { SecondFactor } from '#app/identity/second_factor/second_factor'
import NothingHere from '../errors/nothing_here.js'
import { readPage, showPage } from '../page.js'
import { passkeyView } from './passkey_view.js'

const AT = '/account/passkeys'

export default class PasskeyRemovalsController {
  /** GET /account/passkeys/:id/remove */
  async create(ctx: HttpContext) {
    const { user } = ctx.dashboard
    const [rows, [factor]] = await readPage(ctx, Passkeys.of(user), SecondFactor.state(user.id))
    const row = rows.find(({ id }) => id === ctx.params.id)
    if (!row) throw new NothingHere()
    await showPage(ctx, 'dashboard/own_account/remove_passkey', {
      passkey: passkeyView(row, ctx.target.host),
      isLast: rows.length === 1 && factor.confirmedAt === null,
    })
  }

  /** POST /account/passkeys/:id/remove */
  async store(ctx: HttpContext) {
    const { user } = ctx.dashboard
    const outcome = { back: AT, done: 'The passkey is removed.' }
    const by = ctx.dashboard.actor(ctx)
    const own = await Passkeys.list(user)
    const removed = own.find(({ id }) => id === ctx.params.id)
    if (!removed) return ctx.response.redirect(AT, false, 303)
    return flashOutcome(ctx, outcome, () => Passkeys.remove(user, removed.id, by))
  }
}
