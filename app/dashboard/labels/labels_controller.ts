import type { HttpContext } from '@adonisjs/core/http'
import { Labels } from '#app/documents/labels/labels'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { flash } from '#app/front_door/pages/flash'
import { unit } from '#app/tenancy/current_tenant'
import { phrasesOf } from '../language.js'
import { submissionOf } from '../submission_of.js'
import {
  backToLabels,
  faultIn,
  faultOfLabel,
  labelId,
  showLabels,
  typedLabel,
} from './label_form.js'

export default class LabelsController {
  /** GET /labels */
  async index(ctx: HttpContext) {
    return showLabels(ctx)
  }

  /** POST /labels */
  async store(ctx: HttpContext) {
    const typed = typedLabel(ctx)
    const by = ctx.dashboard.actor(ctx)
    const phrases = phrasesOf(ctx)
    const error =
      faultOfLabel(typed, phrases) ??
      (await refusalOf(phrases, () =>
        submissionOf(ctx).run((keep) =>
          unit(async () => keep({ id: await Labels.create(typed, by) }))
        )
      ))
    if (error) return showLabels(ctx, { id: null, typed, error })
    flash(ctx, 'success', phrases.t('labels.made', { name: typed.name }))
    backToLabels(ctx)
  }

  /** POST /labels/:id */
  async update(ctx: HttpContext) {
    const id = labelId(ctx)
    const typed = typedLabel(ctx)
    const phrases = phrasesOf(ctx)
    const error =
      faultOfLabel(typed, phrases) ?? (await refusalOf(phrases, () => Labels.change(id, typed)))
    if (error) return showLabels(ctx, { id, typed, error })
    flash(ctx, 'success', phrases.t('labels.saved'))
    backToLabels(ctx)
  }
}

/** What the form says about a refusal; null where there was none. */
async function refusalOf(
  phrases: DashboardPhrasebook,
  work: () => Promise<unknown>
): Promise<string | null> {
  try {
    await work()
    return null
  } catch (error) {
    return faultIn(error, phrases)
  }
}
