import type { HttpContext } from '@adonisjs/core/http'
import { flashOutcome } from '../flash_outcome.js'
import { Templates } from '#app/templates/templates'
import { visibleTemplate } from './visible_template.js'

export default class ArchivesController {
  /** POST /templates/:id/archive */
  async store(ctx: HttpContext) {
    const { id } = await visibleTemplate(ctx)
    const done = 'The template is archived: nobody can use it until it is restored.'
    return flashOutcome(ctx, { back: pageOf(ctx, id), done }, () => Templates.archive(id))
  }

  /** POST /templates/:id/restore */
  async destroy(ctx: HttpContext) {
    const { id } = await visibleTemplate(ctx)
    const done = 'The template can be used again.'
    return flashOutcome(ctx, { back: pageOf(ctx, id), done }, () => Templates.restore(id))
  }
}

function pageOf({ dashboard }: HttpContext, id: string): string {
  return `${dashboard.base}/templates/${id}`
}
