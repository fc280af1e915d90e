import type { HttpContext } from '@adonisjs/core/http'
import FileTooLarge from '#app/documents/errors/file_too_large'
import { FILE_LIMIT } from '#app/documents/files/file_limit'
import { multipartForm, type MultipartForm } from '#app/front_door/bodies/multipart_form'
import type { ContentForm } from './content_form.js'

interface Kind<Form> {
  blank(): Promise<Form>
  of(form: MultipartForm): Promise<Form>
}

/** A form with its file. One that is too large is not read to its end, so neither is what follows it. */
export async function submittedContent<Form extends ContentForm>(
  { request }: HttpContext,
  kind: Kind<Form>
): Promise<Form> {
  try {
    return await kind.of(await multipartForm(request, FILE_LIMIT))
  } catch (error) {
    if (!(error instanceof FileTooLarge)) throw error
    const form = await kind.blank()
    form.blame(error)
    return form
  }
}
