import type { HttpContext } from '@adonisjs/core/http'
import type { Vouching } from '#app/single_sign_on/vouching'
import type { DocumentForm } from './document_form.js'
import { identityChoice } from './identity_choice.js'
import { FIELD_OPTION_CHOICES } from './field_option_choices.js'
import { FIELD_PALETTE } from './field_palette.js'

/** What the form of a document shows: what was typed, what is wrong with it, and what the plan allows. */
export function formOptions(
  { profile: { entitlements } }: HttpContext,
  form: DocumentForm,
  vouching: Vouching
) {
  const { values, errors, isOfPlan } = form
  return {
    ...{ values, errors, isOfPlan },
    fields: JSON.stringify(values.signers.flatMap(({ fields }) => fields)),
    mayChooseExpiry: entitlements.may('customExpiry'),
    maxSigners: entitlements.limit('signersPerDocument'),
    planName: entitlements.planName,
    palette: FIELD_PALETTE,
    optionChoices: FIELD_OPTION_CHOICES,
    identity: identityChoice(vouching),
  }
}
