import type { HttpContext } from '@adonisjs/core/http'
import { flashOutcome } from '../flash_outcome.js'
import { phrasesOf } from '../language.js'
import { Templates } from '#app/templates/templates'
import { visibleTemplate } from './visible_template.js'

export default class ArchivesController {
  /** POST /templates/:id/archive */
  async store(ctx: HttpContext) {
    const { id } = await visibleTemplate(ctx)
    const done = phrasesOf(ctx).t('templates.done_archived')
    return flashOutcome(ctx, { back: pageOf(ctx, id), done }, () => Templates.archive(id))
  }

  /** POST /templates/:id/restore */
  async destroy(ctx: HttpContext) {
    const { id } = await visibleTemplate(ctx)
    const done = phrasesOf(ctx).t('templates.done_restored')
    return flashOutcome(ctx, { back: pageOf(ctx, id), done }, () => Templates.restore(id))
  }
}

function pageOf({ dashboard }: HttpContext, id: string): string {
  return `${dashboard.base}/templates/${id}`
}
