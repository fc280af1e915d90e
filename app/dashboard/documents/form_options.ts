import type { HttpContext } from '@adonisjs/core/http'
import type { Vouching } from '#app/single_sign_on/vouching'
import { contentOptions } from './content_options.js'
import type { DocumentForm } from './document_form.js'
import { identityChoice } from './identity_choice.js'

/** What the form of a document shows. */
export function formOptions(ctx: HttpContext, form: DocumentForm, vouching: Vouching) {
  return { ...contentOptions(ctx, form), identity: identityChoice(vouching) }
}
