import type { HttpContext } from '@adonisjs/core/http'
import { doAndTell } from '#app/front_door/pages/telling'
import { submissionOf } from '../submission_of.js'
import { visibleDocument } from './visible_document.js'

export default class RemindersController {
  /** POST /documents/:id/reminders */
  async store(ctx: HttpContext) {
    const { desk } = ctx
    const { document } = await visibleDocument(ctx)
    const told = {
      back: `${desk.base}/documents/${document.id}`,
      done: 'The reminder is on its way.',
    }
    return doAndTell(ctx, told, () =>
      submissionOf(ctx).change(document.id, () => document.remind(desk.actor(ctx)))
    )
  }
}
