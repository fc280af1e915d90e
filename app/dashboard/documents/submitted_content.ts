import type { HttpContext } from '@adonisjs/core/http'
import FileTooLarge from '#app/documents/errors/file_too_large'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { multipartForm, type MultipartForm } from '#app/front_door/bodies/multipart_form'
import { phrasesOf } from '../language.js'
import type { ContentForm } from './content_form.js'
import { ROWS_LIMIT } from './rows_limit.js'

interface Kind<Form> {
  blank(phrases: DashboardPhrasebook): Promise<Form>
  of(form: MultipartForm, phrases: DashboardPhrasebook): Promise<Form>
}

/** A form with its file. One that is too large is not read to its end, so neither is what follows it. */
export async function submittedContent<Form extends ContentForm>(
  ctx: HttpContext,
  kind: Kind<Form>
): Promise<Form> {
  const phrases = phrasesOf(ctx)
  try {
    return await kind.of(await multipartForm(ctx.request, ROWS_LIMIT), phrases)
  } catch (error) {
    if (!(error instanceof FileTooLarge)) throw error
    const form = await kind.blank(phrases)
    form.blame(error)
    return form
  }
}
