import type { HttpContext } from '@adonisjs/core/http'
import type { DocumentForm } from './document_form.js'
import { FIELD_PALETTE } from './field_palette.js'

/** What the form of a document shows: what was typed, what is wrong with it, and what the plan allows. */
export function formOptions({ profile: { entitlements } }: HttpContext, form: DocumentForm) {
  const { values, errors, isOfPlan } = form
  return {
    ...{ values, errors, isOfPlan },
    fields: JSON.stringify(values.signers.flatMap(({ fields }) => fields)),
    mayChooseExpiry: entitlements.may('customExpiry'),
    maxSigners: entitlements.limit('signersPerDocument'),
    planName: entitlements.planName,
    palette: FIELD_PALETTE,
  }
}
