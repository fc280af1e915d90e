import type { HttpContext } from '@adonisjs/core/http'
import { ALL_LABELS } from '#app/documents/labels/label'
import { isIdentifier } from '#app/foundation/identifier'
import { flashOutcome } from '../flash_outcome.js'
import { visibleDocument, visibleDocumentWith } from '../documents/visible_document.js'
import { phrasesOf } from '../language.js'
import { showPage } from '../page.js'
import { submissionOf } from '../submission_of.js'

export default class DocumentLabelsController {
  /** GET /documents/:id/labels */
  async edit(ctx: HttpContext) {
    const { document, rows } = await visibleDocumentWith(ctx, () => [ALL_LABELS])
    const given = new Set(document.labels.map(({ id }) => id))
    await showPage(ctx, 'dashboard/labels/document', {
      document: { id: document.id, title: document.title },
      labels: rows[0].map((label) => ({ ...label, isGiven: given.has(label.id) })),
    })
  }

  /** POST /documents/:id/labels: those that are ticked, and no other. */
  async update(ctx: HttpContext) {
    const { document } = await visibleDocument(ctx)
    const add = [ctx.request.body().labels].flat().filter((id) => isIdentifier('lbl', id))
    const back = `${ctx.dashboard.base}/documents/${document.id}`
    return flashOutcome(ctx, { back, done: phrasesOf(ctx).t('labels.all_saved') }, () =>
      submissionOf(ctx).change(document.id, () => document.relabel({ add, remove: 'all others' }))
    )
  }
}
