import { Readable } from 'node:stream'
import type { HttpContext } from '@adonisjs/core/http'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { zipFile } from '#app/foundation/zip_file'
import { phrasesOf } from '../language.js'
import { archiveOf } from './archive.js'
import { selectedIds } from './selection.js'

export default class ArchivesController {
  /** GET /documents/files.zip: the files of the ticked documents. */
  async show(ctx: HttpContext) {
    const { dashboard, request, response } = ctx
    const ids = selectedIds(ctx, request.qs().ids)
    if (ids.length === 0) return response.redirect(`${dashboard.base}/documents`, false, 303)
    const reader = {
      ...{ audience: dashboard.documentsOf, by: dashboard.actor(ctx) },
      phrases: phrasesOf(ctx),
    }
    response.header('Content-Type', 'application/zip')
    response.header('Content-Disposition', 'attachment; filename="documents.zip"')
    response.stream(Readable.from(zipFile(archiveOf(CurrentTenant.get(), ids, reader))))
  }
}
