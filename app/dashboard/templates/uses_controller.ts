import type { HttpContext } from '@adonisjs/core/http'
import { offeredLanguages } from '#app/brand/brand_languages'
import { LANGUAGES } from '#app/foundation/phrases/languages'
import { flash } from '#app/front_door/pages/flash'
import { TeamHold } from '#app/identity/teams/team_hold'
import type { Template } from '#app/templates/template'
import { documentOf } from '#app/templates/use'
import { phrasesOf } from '../language.js'
import { showPage } from '../page.js'
import { chosenTeam } from '../sharing/chosen_team.js'
import { submissionOf } from '../submission_of.js'
import { UseForm } from './use_form.js'
import { visibleTemplate } from './visible_template.js'

export default class UsesController {
  /** GET /templates/:id/use */
  async create(ctx: HttpContext) {
    const template = await visibleTemplate(ctx)
    ctx.dashboard.requireOpenAccount()
    if (template.isArchived)
      return ctx.response.redirect(`${ctx.dashboard.base}/templates/${template.id}`, false, 303)
    return showForm(ctx, template, UseForm.blank(template, phrasesOf(ctx)), template.holderId ?? '')
  }

  /** POST /templates/:id/use: a document with people in the roles. */
  async store(ctx: HttpContext) {
    const { dashboard } = ctx
    dashboard.requireOpenAccount()
    const template = await visibleTemplate(ctx)
    const body = ctx.request.body()
    const phrases = phrasesOf(ctx)
    const form = UseForm.of(template, body, phrases)
    const chosen = typeof body.team === 'string' ? body.team : ''
    const team = chosenTeam(ctx, chosen)
    if (team === null) form.errors.form = phrases.t('templates.lost_team')
    const made = await submissionOf(ctx).run((keep) =>
      form.attempt(phrases, (input) =>
        documentOf(
          template,
          { ...input, holderId: team ?? undefined, by: dashboard.actor(ctx) },
          {
            send: form.isToBeSent,
            within: async ({ id }) => {
              if (team) await TeamHold.keep(team, dashboard.user.id)
              await keep({ id })
            },
          }
        )
      )
    )
    if (!made) return showForm(ctx, template, form, chosen, 422)
    flash(
      ctx,
      'success',
      phrases.t(form.isToBeSent ? 'templates.done_sent' : 'templates.done_drafted')
    )
    ctx.response.redirect(`${dashboard.base}/documents/${made.id}`, false, 303)
  }
}

function showForm(
  ctx: HttpContext,
  { id, content, version }: Template,
  { values, errors, isOfPlan }: UseForm,
  team: string,
  status = 200
): Promise<void> {
  const state = {
    template: { id, title: content.title, version },
    ...{ values, errors, isOfPlan, team },
    teams: ctx.dashboard.session.teams,
    languages: offeredLanguages(ctx.profile.brand.snapshot).map((key) => ({
      key,
      name: LANGUAGES[key],
    })),
  }
  return showPage(ctx, 'dashboard/templates/use', state, status)
}
