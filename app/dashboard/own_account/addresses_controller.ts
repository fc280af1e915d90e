import type { HttpContext } from '@adonisjs/core/http'
import { isEmailAddress } from '#app/foundation/email_address'
import { typedText } from '#app/front_door/bodies/typed_text'
import { flash } from '#app/front_door/pages/flash'
import { mayMailNewAddress } from '#app/identity/addresses/address_limit'
import { AddressSource } from '#app/identity/addresses/address_source'
import { OwnAddress } from '#app/identity/addresses/own_address'
import { readPage, showPage } from '../page.js'
import { submissionOf } from '../submission_of.js'
import { phrasesOf } from '../language.js'

const HOUR_S = 60 * 60
const NO_ADDRESS = 'faults.no_email'
const SAME = 'own_account.same_address'
const TOO_OFTEN = 'own_account.too_often_hour'

interface State {
  email?: string
  error?: string
}

export default class AddressesController {
  /** GET /account/address */
  async edit(ctx: HttpContext) {
    return form(ctx)
  }

  /** POST /account/address. The answer is the same whether or not a member has the address. */
  async update(ctx: HttpContext) {
    const { user } = ctx.dashboard
    const email = typedText(ctx.request.body().email).toLowerCase()
    if (!isEmailAddress(email))
      return form(ctx, { email, error: phrasesOf(ctx).t(NO_ADDRESS) }, 422)
    if (email === user.email) return form(ctx, { email, error: phrasesOf(ctx).t(SAME) }, 422)
    if (!(await mayMailNewAddress(user))) return refuse(ctx, email)
    await submissionOf(ctx).change(user.id, () => own(ctx).request(email))
    flash(ctx, 'success', phrasesOf(ctx).t('own_account.link_sent', { email }))
    ctx.response.redirect('/account', false, 303)
  }

  /** POST /account/address/resend */
  async resend(ctx: HttpContext) {
    if (!(await mayMailNewAddress(ctx.dashboard.user))) return refuse(ctx)
    if (await own(ctx).resend())
      flash(ctx, 'success', phrasesOf(ctx).t('own_account.link_sent_again'))
    ctx.response.redirect('/account', false, 303)
  }

  /** POST /account/address/cancel */
  async destroy(ctx: HttpContext) {
    if (await own(ctx).cancel()) flash(ctx, 'success', phrasesOf(ctx).t('own_account.address_kept'))
    ctx.response.redirect('/account', false, 303)
  }
}

function own(ctx: HttpContext): OwnAddress {
  return new OwnAddress(ctx.dashboard.user, ctx.dashboard.actor(ctx))
}

async function refuse(ctx: HttpContext, email?: string): Promise<void> {
  ctx.response.header('Retry-After', HOUR_S)
  return form(ctx, { email, error: phrasesOf(ctx).t(TOO_OFTEN) }, 429)
}

async function form(ctx: HttpContext, { email = '', error }: State = {}, status = 200) {
  const { user } = ctx.dashboard
  const [source] = await readPage(ctx, AddressSource.of(user))
  const view = {
    email,
    error: error ?? null,
    current: user.email,
    managedBy: AddressSource.from(source),
    pending: AddressSource.pendingIn(source)?.newEmail ?? null,
  }
  await showPage(ctx, 'dashboard/own_account/address', view, status)
}
