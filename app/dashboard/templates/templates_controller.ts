import { LANGUAGES } from '#app/foundation/phrases/languages'
import type { HttpContext } from '@adonisjs/core/http'
import { AcceptedPdf } from '#app/documents/files/accepted_pdf'
import { Submission } from '#app/front_door/bodies/submission'
import { sendRangedFile } from '#app/front_door/answers/ranged_file'
import { flash } from '#app/front_door/pages/flash'
import { TeamHold } from '#app/identity/teams/team_hold'
import { PublicForm } from '#app/templates/forms/public_form'
import { TemplateFiles } from '#app/templates/template_files'
import { templateVersions } from '#app/templates/template_versions'
import { Templates } from '#app/templates/templates'
import { phrasesOf } from '../language.js'
import { readPage, showPage } from '../page.js'
import { planWords } from '../documents/reminder_line.js'
import { submittedContent } from '../documents/submitted_content.js'
import { partsOf } from '../packets/arrangement_page.js'
import { chosenTeam } from '../sharing/chosen_team.js'
import { formView } from './forms/form_view.js'
import { TemplateForm } from './template_form.js'
import { hrefOf, listStatement, templateLines, wantedOf } from './template_lines.js'
import { templateOptions, templateViewer } from './template_options.js'
import { circleOf, roleLines, versionLines } from './template_view.js'
import { isHeldBy, visibleTemplate, visibleTemplateWith } from './visible_template.js'

export default class TemplatesController {
  /** GET /templates */
  async index(ctx: HttpContext) {
    const { base, documentsOf } = ctx.dashboard
    const wanted = wantedOf(ctx.request.qs())
    const [rows] = await readPage(ctx, listStatement(wanted, documentsOf))
    const { templates, older } = templateLines(rows, phrasesOf(ctx))
    const { q, archived, after } = wanted
    return showPage(ctx, 'dashboard/templates/index', {
      templates,
      filters: { q, archived },
      isFirstTime: templates.length === 0 && !q && !archived && !after,
      olderHref: older && hrefOf(base, wanted, older),
      newerHref: after && hrefOf(base, wanted, null),
    })
  }

  /** GET /templates/new */
  async create(ctx: HttpContext) {
    await readPage(ctx)
    ctx.dashboard.requireOpenAccount()
    return showForm(ctx, await TemplateForm.blank(phrasesOf(ctx)))
  }

  /** POST /templates */
  async store(ctx: HttpContext) {
    const { dashboard } = ctx
    dashboard.requireOpenAccount()
    const form = await submittedContent(ctx, TemplateForm)
    const team = chosenTeam(ctx, form.sent.team)
    if (team === null) form.errors.form = phrasesOf(ctx).t('templates.lost_team')
    const submission = Submission.of(ctx, dashboard.user.id, form.sent, form.filesSha256)
    const made = await submission.run((keep) =>
      form.create(async (input, files) => {
        const upload = await AcceptedPdf.acceptAll(files)
        const within = async (id: string) => {
          if (team) await TeamHold.keep(team, dashboard.user.id)
          await keep({ id })
        }
        const making = { holderId: team, by: dashboard.actor(ctx), within }
        return Templates.create(input, upload, making)
      })
    )
    if (!made) {
      await readPage(ctx)
      return showForm(ctx, form, 422)
    }
    flash(ctx, 'success', phrasesOf(ctx).t('templates.done_saved'))
    ctx.response.redirect(`${dashboard.base}/templates/${made.id}`, false, 303)
  }

  /** GET /templates/:id */
  async show(ctx: HttpContext) {
    const { base } = ctx.dashboard
    const { template, rows } = await visibleTemplateWith(ctx, (id) => [
      templateVersions(id),
      PublicForm.reading(id),
    ])
    const { id, version, newestVersion, isNewest, isArchived, content } = template
    const form = PublicForm.from(rows[1])
    const phrases = phrasesOf(ctx)
    return showPage(ctx, 'dashboard/templates/show', {
      template: {
        ...{ id, version, newestVersion, isNewest, isArchived },
        ...{ title: content.title, message: content.message, expiresInDays: content.expiresInDays },
        allowDelegation: content.allowDelegation ?? false,
        language: content.language && LANGUAGES[content.language],
        ...{ createdAt: template.createdAt, archivedAt: template.archivedAt },
        pageCount: template.pages.length,
        files: partsOf(template.files, {
          name: template.file.name,
          pageCount: template.pages.length,
        }),
        roles: roleLines(template, phrases),
        ...circleOf(template, ctx.dashboard.user.id, phrases),
      },
      versions: versionLines(rows[0], template, base, phrases),
      reminders: planWords(content.reminders ?? null, phrases),
      form: form && formView(form, phrases),
      isHeld: isHeldBy(ctx.dashboard.documentsOf, template),
      everybody: phrases.t(`templates.everybody_${ctx.dashboard.environment}`),
      viewer: templateViewer(template, base, phrases),
    })
  }

  /** GET /templates/:id/view: the file, as signers will see it. */
  async view(ctx: HttpContext) {
    const template = await visibleTemplate(ctx)
    return sendRangedFile(ctx, await TemplateFiles.shown(template), { shown: 'inline' })
  }
}

function showForm(ctx: HttpContext, form: TemplateForm, status = 200): Promise<void> {
  const state = {
    ...templateOptions(ctx, form),
    viewer: null,
    teams: ctx.dashboard.session.teams,
    team: form.sent.team,
  }
  return showPage(ctx, 'dashboard/templates/create', state, status)
}
