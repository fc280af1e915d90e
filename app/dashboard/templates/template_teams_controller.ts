import type { HttpContext } from '@adonisjs/core/http'
import { isIdentifier } from '#app/foundation/identifier'
import { Team } from '#app/identity/teams/team'
import { shareTemplate } from '#app/templates/template_teams'
import { flashOutcome } from '../flash_outcome.js'
import { phrasesOf } from '../language.js'
import { showPage } from '../page.js'
import { submissionOf } from '../submission_of.js'
import { requireHeld, visibleTemplate, visibleTemplateWith } from './visible_template.js'

export default class TemplateTeamsController {
  /** GET /templates/:id/teams */
  async edit(ctx: HttpContext) {
    const { template, rows } = await visibleTemplateWith(ctx, () => [Team.names])
    requireHeld(ctx, template)
    const seen = new Set(template.teams.map(({ id }) => id))
    await showPage(ctx, 'dashboard/templates/teams', {
      template: { id: template.id, title: template.content.title },
      teams: rows[0].map(({ id, name }) => ({
        ...{ id, name },
        isChosen: seen.has(id),
        isHolder: id === template.owner,
      })),
    })
  }

  /** POST /templates/:id/teams: those that are ticked, and no other; the team that it belongs to stays. */
  async update(ctx: HttpContext) {
    const template = await visibleTemplate(ctx)
    requireHeld(ctx, template)
    const teams = [ctx.request.body().teams].flat().filter((id) => isIdentifier('tea', id))
    const { base } = ctx.dashboard
    const by = ctx.dashboard.actor(ctx)
    const outcome = {
      back: `${base}/templates/${template.id}`,
      done: phrasesOf(ctx).t('templates.done_teams'),
    }
    return flashOutcome(ctx, outcome, () =>
      submissionOf(ctx).change(template.id, () =>
        shareTemplate(template.id, teams, { by, keepsHolder: true })
      )
    )
  }
}
