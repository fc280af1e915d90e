import type { HttpContext } from '@adonisjs/core/http'
import { StoredFile } from '#app/documents/files/stored_file'
import { sendRangedFile } from '#app/front_door/answers/ranged_file'
import NothingHere from '../errors/nothing_here.js'

export default class EditedFilesController {
  /** GET /field-editor/:token/file: the pages on which fields are placed. @throws NothingHere unless the editor is open */
  async show(ctx: HttpContext) {
    const { document, state } = ctx.fieldEditor
    if (state !== 'open') throw new NothingHere()
    return sendRangedFile(ctx, await StoredFile.canonical(document), { shown: 'inline' })
  }
}
