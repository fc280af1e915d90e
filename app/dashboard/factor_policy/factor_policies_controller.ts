import type { HttpContext } from '@adonisjs/core/http'
import { flashOutcome } from '../flash_outcome.js'
import { FactorPolicy, GRACE_DAYS } from '#app/identity/access/factor_policy'
import { SecondFactor } from '#app/identity/second_factor/second_factor'
import { Members } from '#app/identity/users/members'
import User from '#app/identity/users/user'
import { memberView } from '../members/member_view.js'
import { readPage, showPage } from '../page.js'
import { phrasesOf } from '../language.js'

const PAGE = '/settings/second-factor'

export default class FactorPoliciesController {
  /** GET /settings/second-factor */
  async show(ctx: HttpContext) {
    const { user } = ctx.dashboard
    const [[policy], [own], members] = await readPage(
      ctx,
      FactorPolicy.row,
      SecondFactor.state(user.id),
      Members.all
    )
    const by = policy.required_by ? await User.find(policy.required_by) : null
    const lacking = Members.from(members)
      .map((member) => memberView(member, user))
      .filter(({ factor }) => factor === 'none')
    await showPage(ctx, 'dashboard/factor_policy/show', {
      isRequired: policy.required_at !== null,
      requiredAt: policy.required_at,
      requiredBy: by?.name ?? phrasesOf(ctx).t('factor_policy.required_by_former'),
      dueAt: policy.due_at,
      hasOwn: own.isOn,
      lacking,
      graces: GRACE_DAYS,
    })
  }

  /** POST /settings/second-factor */
  async store(ctx: HttpContext) {
    const { graceDays: typed } = ctx.request.body()
    const graceDays = GRACE_DAYS.find((days) => String(days) === typed) ?? GRACE_DAYS[0]
    const done = phrasesOf(ctx).t('factor_policy.is_required')
    return flashOutcome(ctx, { back: PAGE, done }, () =>
      FactorPolicy.require(ctx.dashboard.actor(ctx), { graceDays })
    )
  }

  /** POST /settings/second-factor/lift */
  async destroy(ctx: HttpContext) {
    const done = phrasesOf(ctx).t('factor_policy.is_optional')
    return flashOutcome(ctx, { back: PAGE, done }, () =>
      FactorPolicy.lift(ctx.dashboard.actor(ctx))
    )
  }
}
