import type { HttpContext } from '@adonisjs/core/http'
import { flashOutcome } from '../flash_outcome.js'
import NothingHere from '../errors/nothing_here.js'
import { phrasesOf } from '../language.js'
import { showPage } from '../page.js'
import { submissionOf } from '../submission_of.js'
import { visibleDocument } from './visible_document.js'

export default class DeletionsController {
  /** GET /documents/:id/delete */
  async create(ctx: HttpContext) {
    const { document } = await visibleDocument(ctx)
    if (document.status !== 'draft') throw new NothingHere()
    const { id, title } = document
    return showPage(ctx, 'dashboard/documents/delete', { document: { id, title } })
  }

  /** POST /documents/:id/delete: a draft alone; what was sent is voided, and what has ended is erased. */
  async store(ctx: HttpContext) {
    const { dashboard } = ctx
    const submission = submissionOf(ctx)
    const outcome = {
      back: `${dashboard.base}/documents`,
      done: phrasesOf(ctx).t('documents.deleted'),
    }
    const found = await submission.subject(() => visibleDocument(ctx))
    if (!found) return flashOutcome(ctx, outcome, async () => {})
    const { document } = found
    const back = document.status === 'draft' ? outcome.back : `${outcome.back}/${document.id}`
    return flashOutcome(ctx, { ...outcome, back }, () =>
      submission.change(document.id, () => document.remove(dashboard.actor(ctx)))
    )
  }
}
