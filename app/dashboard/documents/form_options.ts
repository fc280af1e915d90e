import type { HttpContext } from '@adonisjs/core/http'
import { offeredLanguages } from '#app/brand/brand_languages'
import { LANGUAGES } from '#app/foundation/phrases/languages'
import type { Vouching } from '#app/single_sign_on/vouching'
import { phrasesOf } from '../language.js'
import { contentOptions } from './content_options.js'
import type { DocumentForm } from './document_form.js'
import { identityChoice } from './identity_choice.js'

/** What the form of a document shows. */
export function formOptions(ctx: HttpContext, form: DocumentForm, vouching: Vouching) {
  return {
    ...contentOptions(ctx, form),
    identity: identityChoice(vouching, phrasesOf(ctx)),
    languages: offeredLanguages(ctx.profile.brand.snapshot).map((key) => ({
      key,
      name: LANGUAGES[key],
    })),
  }
}
