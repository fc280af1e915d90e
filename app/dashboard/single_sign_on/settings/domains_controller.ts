import type { HttpContext } from '@adonisjs/core/http'
import { isRefusal } from '#app/foundation/refusal'
import { Limiter } from '#app/foundation/limits/limiter'
import { typedText } from '#app/front_door/bodies/typed_text'
import { flash } from '#app/front_door/pages/flash'
import { flashOutcome } from '../../flash_outcome.js'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import Connection from '#app/single_sign_on/connection'
import EmailDomain from '#app/single_sign_on/domains/email_domain'
import { EmailDomainRegister } from '#app/single_sign_on/domains/email_domain_register'
import { EmailDomainWatch } from '#app/single_sign_on/domains/email_domain_watch'
import NothingHere from '../../errors/nothing_here.js'
import { phrasesOf } from '../../language.js'
import { domainView } from './domain_view.js'
import { HOME, readSettings, showSettings } from './settings_page.js'

const PAGE = `${HOME}/domains`
const WINDOW_S = 10 * 60
const CHECKS_PER_WINDOW = 30
/** Of what was typed, beside the domain. */
const REFUSED = ['email_domain_refused', 'host_refused']

const ID = /^ssd_\w{1,40}$/

let checks: Limiter | undefined

export default class DomainsController {
  /** GET /settings/single-sign-on/domains */
  async index(ctx: HttpContext) {
    return domains(ctx, { value: '', error: null })
  }

  /** POST /settings/single-sign-on/domains */
  async store(ctx: HttpContext) {
    const value = typedText(ctx.request.body().domain)
    try {
      await EmailDomainRegister.add(value, ctx.dashboard.actor(ctx))
    } catch (error) {
      if (!isRefusal(error) || !REFUSED.includes(error.code)) throw error
      return domains(ctx, { value, error: refusalIn(phrasesOf(ctx), error) }, 422)
    }
    flash(ctx, 'success', phrasesOf(ctx).t('single_sign_on.domain_added'))
    return ctx.response.redirect(PAGE, false, 303)
  }

  /** POST /settings/single-sign-on/domains/check */
  async check(ctx: HttpContext) {
    const { id } = await namedDomain(ctx)
    const counts = { windowS: WINDOW_S, prefix: 'email-domain-check' }
    checks ??= new Limiter({ ...counts, points: CHECKS_PER_WINDOW })
    if ((await checks.count(ctx.tenant.id)).isOver) {
      flash(ctx, 'danger', phrasesOf(ctx).t('single_sign_on.checked_enough'))
      return ctx.response.redirect(PAGE, false, 303)
    }
    const outcome = { back: PAGE, done: phrasesOf(ctx).t('single_sign_on.checked_now') }
    return flashOutcome(ctx, outcome, () => EmailDomainWatch.check(id))
  }

  /** POST /settings/single-sign-on/domains/remove */
  async destroy(ctx: HttpContext) {
    const { id, domain } = await namedDomain(ctx)
    await EmailDomainRegister.remove(id, ctx.dashboard.actor(ctx))
    flash(ctx, 'success', phrasesOf(ctx).t('single_sign_on.domain_removed', { domain }))
    return ctx.response.redirect(PAGE, false, 303)
  }
}

/** Which one a form means. @throws NothingHere */
export async function namedDomain({ request }: HttpContext): Promise<EmailDomain> {
  const { id } = request.body()
  const domain = ID.test(String(id)) ? await EmailDomain.findBy('id', id) : null
  if (!domain) throw new NothingHere()
  return domain
}

async function domains(
  ctx: HttpContext,
  form: { value: string; error: string | null },
  status = 200
) {
  const connection = await Connection.current()
  const { isInPlan } = await readSettings(ctx)
  const all = await EmailDomain.ofTenant()
  const state = {
    ...{ connection, isInPlan, form },
    domains: all.map((domain) => domainView(domain, phrasesOf(ctx))),
    isOwner: ctx.dashboard.user.role === 'owner',
    isPolled: all.some(({ status: now }) => now === 'pending' || now === 'failing'),
  }
  return showSettings(ctx, 'domains', state, status)
}
