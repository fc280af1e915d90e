import type { HttpContext } from '@adonisjs/core/http'
import { smsProvider } from '#app/sending/sms/configuration'
import type { ContentForm } from './content_form.js'
import { FIELD_OPTION_CHOICES } from './field_option_choices.js'
import { FIELD_PALETTE } from './field_palette.js'
import { languageOptions } from './language_options.js'

/** What the form of a document or template shows: what was typed, what is wrong with it, and what the plan allows. */
export function contentOptions(ctx: HttpContext, form: ContentForm) {
  const { entitlements, brand } = ctx.profile
  const { values, errors, isOfPlan } = form
  return {
    ...{ values, errors, isOfPlan },
    fields: JSON.stringify(form.fields),
    certificateLanguages: languageOptions(brand.snapshot),
    mayChooseExpiry: entitlements.may('customExpiry'),
    maxSigners: entitlements.limit('signersPerDocument'),
    planName: entitlements.planName,
    isSmsOffered: smsProvider.value !== null,
    palette: FIELD_PALETTE,
    optionChoices: { ...FIELD_OPTION_CHOICES, faults: JSON.stringify(form.fieldFaults) },
  }
}
