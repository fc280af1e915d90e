import type { HttpContext } from '@adonisjs/core/http'
import { oneLabel } from '#app/documents/labels/label'
import { Labels } from '#app/documents/labels/labels'
import { flash } from '#app/front_door/pages/flash'
import NothingHere from '../errors/nothing_here.js'
import { phrasesOf } from '../language.js'
import { readPage, showPage } from '../page.js'
import { submissionOf } from '../submission_of.js'
import { backToLabels, labelId } from './label_form.js'

export default class LabelRemovalsController {
  /** GET /labels/:id/delete */
  async create(ctx: HttpContext) {
    const [[label]] = await readPage(ctx, oneLabel(labelId(ctx)))
    if (!label) throw new NothingHere()
    await showPage(ctx, 'dashboard/labels/delete', { label })
  }

  /** POST /labels/:id/delete */
  async store(ctx: HttpContext) {
    const id = labelId(ctx)
    await submissionOf(ctx).change(id, () => Labels.remove(id))
    flash(ctx, 'success', phrasesOf(ctx).t('labels.deleted'))
    backToLabels(ctx)
  }
}
