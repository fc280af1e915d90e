import type { HttpContext } from '@adonisjs/core/http'
import { Labels } from '#app/documents/labels/labels'
import { embedded } from '#app/foundation/printable_text'
import { flash } from '#app/front_door/pages/flash'
import { unit } from '#app/tenancy/current_tenant'
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
    const error =
      faultOfLabel(typed) ??
      (await refusalOf(() =>
        submissionOf(ctx).run((keep) =>
          unit(async () => keep({ id: await Labels.create(typed, by) }))
        )
      ))
    if (error) return showLabels(ctx, { id: null, typed, error })
    flash(ctx, 'success', `The label ${embedded(typed.name)} is there.`)
    backToLabels(ctx)
  }

  /** POST /labels/:id */
  async update(ctx: HttpContext) {
    const id = labelId(ctx)
    const typed = typedLabel(ctx)
    const error = faultOfLabel(typed) ?? (await refusalOf(() => Labels.change(id, typed)))
    if (error) return showLabels(ctx, { id, typed, error })
    flash(ctx, 'success', 'The label is saved.')
    backToLabels(ctx)
  }
}

/** What the form says about a refusal; null where there was none. */
async function refusalOf(work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work()
    return null
  } catch (error) {
    return faultIn(error)
  }
}
