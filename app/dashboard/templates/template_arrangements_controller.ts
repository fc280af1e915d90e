import type { HttpContext } from '@adonisjs/core/http'
import { arrange } from '#app/templates/arrangement'
import type { Template } from '#app/templates/template'
import { phrasesOf } from '../language.js'
import { partsOf, showArrangement, type ArrangedSubject } from '../packets/arrangement_page.js'
import { goBack, takeArrangement } from '../packets/sent_arrangement.js'
import { visibleTemplate } from './visible_template.js'

export default class TemplateArrangementsController {
  /** GET /templates/:id/files */
  async edit(ctx: HttpContext) {
    ctx.dashboard.requireOpenAccount()
    const template = await visibleTemplate(ctx)
    const subject = subjectOf(ctx, template)
    return isOpen(template) ? showArrangement(ctx, subject) : goBack(ctx, subject)
  }

  /** POST /templates/:id/files: a new version with other files, or the same in another order. */
  async update(ctx: HttpContext) {
    const { dashboard } = ctx
    dashboard.requireOpenAccount()
    const template = await visibleTemplate(ctx)
    const subject = subjectOf(ctx, template)
    if (!isOpen(template)) return goBack(ctx, subject)
    return takeArrangement(ctx, subject, {
      done: phrasesOf(ctx).t('templates.done_saved'),
      take: ({ version, ...asked }, keep) =>
        arrange(template, {
          ...asked,
          known: Number(version),
          by: dashboard.actor(ctx),
          within: (id) => keep({ id }),
        }),
    })
  }
}

/** An earlier version stays as it is, and so does what nobody uses any more. */
function isOpen({ isArchived, isNewest }: Template): boolean {
  return isNewest && !isArchived
}

function subjectOf(ctx: HttpContext, template: Template): ArrangedSubject {
  const { id, version, content, files, file, pages, earlierSignatures } = template
  return {
    of: 'templates',
    id,
    title: content.title,
    version: String(version),
    isSignedBefore: earlierSignatures.length > 0,
    parts: partsOf(files, { name: file.name, pageCount: pages.length }),
    back: { words: phrasesOf(ctx).t('templates.template'), end: '' },
  }
}
