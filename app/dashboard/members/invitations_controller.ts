import type { HttpContext } from '@adonisjs/core/http'
import { rolesGivenBy } from '#app/identity/access/role'
import { flash } from '#app/front_door/pages/flash'
import { MemberInvitation } from '#app/identity/users/member_invitation'
import { Seats } from '#app/identity/users/seats'
import { unit } from '#app/tenancy/current_tenant'
import { readPage, showPage } from '../page.js'
import { submissionOf } from '../submission_of.js'
import { flashOutcome } from '../flash_outcome.js'
import { findMember, LIST } from './member_page.js'
import { NewMemberForm } from './new_member_form.js'
import { phrasesOf } from '../language.js'

export default class InvitationsController {
  /** GET /settings/members/new */
  async create(ctx: HttpContext) {
    return showForm(ctx, NewMemberForm.blank(ctx.dashboard.user.role, phrasesOf(ctx)))
  }

  /** POST /settings/members */
  async store(ctx: HttpContext) {
    const { dashboard, request, response } = ctx
    const phrases = phrasesOf(ctx)
    dashboard.requireOpenAccount()
    const form = NewMemberForm.of(request.body(), dashboard.user.role, phrases)
    const invited = await submissionOf(ctx).run((keep) =>
      form.accept((wanted) =>
        unit(async () => {
          const user = await MemberInvitation.invite(wanted, dashboard.actor(ctx))
          await keep({ id: user.id })
          return user
        })
      )
    )
    if (!invited && !form.isDone) return showForm(ctx, form, 422)
    const said = invited ? 'members.invited' : 'members.invited_already'
    flash(ctx, 'success', phrases.t(said, { name: form.values.name }))
    response.redirect(LIST, false, 303)
  }

  /** POST /settings/members/:id/invitation: the mail once more. */
  async update(ctx: HttpContext) {
    const user = await findMember(ctx)
    const back = `${LIST}/${user.id}`
    if (!user.isInvited || user.isDisabled) return ctx.response.redirect(back, false, 303)
    const done = phrasesOf(ctx).t('members.invited_again')
    return flashOutcome(ctx, { back, done }, () =>
      submissionOf(ctx).change(user.id, () =>
        MemberInvitation.resend(user, ctx.dashboard.actor(ctx))
      )
    )
  }
}

/** A full house is said before anybody has filled in the form. */
async function showForm(ctx: HttpContext, form: NewMemberForm, status = 200): Promise<void> {
  const [rows] = await readPage(ctx, Seats.statement)
  const seats = Seats.from(rows)
  const isFull = seats.limit !== null && seats.used >= seats.limit
  await showPage(
    ctx,
    'dashboard/members/create',
    {
      values: form.values,
      errors: form.errors,
      roles: rolesGivenBy(ctx.dashboard.user.role),
      seats,
      isFull,
      planName: ctx.profile.entitlements.planName,
    },
    isFull && status === 422 ? 402 : status
  )
}
