import type { HttpContext } from '@adonisjs/core/http'
import { flash } from '#app/front_door/pages/flash'
import { Limiter } from '#app/foundation/limits/limiter'
import { flashOutcome } from '../flash_outcome.js'
import { SenderDomain } from '#app/sending/sender_domain'
import { checkNow } from '#app/sending/sender_watch'
import { phrasesOf } from '../language.js'
import { showPage } from '../page.js'
import NothingHere from '../errors/nothing_here.js'
import { SenderDomainForm } from './sender_domain_form.js'
import { noteOfPlan, senderPage } from './sender_page.js'
import { recordViews, senderView } from './sender_view.js'

const HOME = '/settings/sender/domain'

const WINDOW_S = 10 * 60
const CHECKS_PER_WINDOW = 30

let checks: Limiter | undefined

export default class SenderDomainsController {
  /** GET /settings/sender/domain: what to write into the DNS, and what stands there. */
  async show(ctx: HttpContext) {
    const { sender } = await senderPage(ctx)
    if (!sender.domain) return ctx.response.redirect(`${HOME}/edit`, false, 303)
    const planNote = noteOfPlan(ctx)
    return showPage(ctx, 'dashboard/sender/domain', {
      sender: senderView(sender, planNote === null),
      records: recordViews(sender, phrasesOf(ctx)),
      policy: sender.findings?.policy ?? null,
      isPolled: sender.domainStatus !== 'verified',
      planNote,
    })
  }

  /** GET /settings/sender/domain/edit */
  async edit(ctx: HttpContext) {
    const { sender } = await senderPage(ctx)
    ctx.profile.entitlements.require('senderDomain')
    return form(ctx, SenderDomainForm.filled(sender), sender.domain)
  }

  /** POST /settings/sender/domain */
  async store(ctx: HttpContext) {
    const { sender } = await senderPage(ctx)
    const asked = SenderDomainForm.of(ctx)
    const isAccepted = await asked.accept(phrasesOf(ctx), ({ localPart, domain }) =>
      SenderDomain.claim(localPart, domain, ctx.dashboard.actor(ctx))
    )
    if (!isAccepted) return form(ctx, asked, sender.domain, 422)
    flash(ctx, 'success', phrasesOf(ctx).t('sender.add_records'))
    return ctx.response.redirect(HOME, false, 303)
  }

  /** POST /settings/sender/domain/check */
  async check(ctx: HttpContext) {
    const { sender } = await senderPage(ctx)
    if (!sender.domain) throw new NothingHere()
    checks ??= new Limiter({ points: CHECKS_PER_WINDOW, windowS: WINDOW_S, prefix: 'sender-check' })
    if ((await checks.count(ctx.tenant.id)).isOver) {
      flash(ctx, 'danger', phrasesOf(ctx).t('sender.checked_often'))
      return ctx.response.redirect(HOME, false, 303)
    }
    const outcome = { back: HOME, done: phrasesOf(ctx).t('sender.checked_now') }
    return flashOutcome(ctx, outcome, () => checkNow())
  }
}

function form(
  ctx: HttpContext,
  { values, errors }: SenderDomainForm,
  domain: string | null,
  status = 200
) {
  return showPage(ctx, 'dashboard/sender/domain_form', { values, errors, domain }, status)
}
