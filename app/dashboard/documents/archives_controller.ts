import { Readable } from 'node:stream'
import type { HttpContext } from '@adonisjs/core/http'
import { documentIds } from '#app/documents/search/document_ids'
import { flash } from '#app/front_door/pages/flash'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { zipFile } from '#app/foundation/zip_file'
import { phrasesOf } from '../language.js'
import { archiveOf, MOST_IN_ARCHIVE } from './archive.js'
import { ListFilter } from './list_filter.js'
import { selectedIds } from './selection.js'

export default class ArchivesController {
  /** GET /documents/files.zip: the files of the ticked documents, or with `all` of those that match. */
  async show(ctx: HttpContext) {
    const { dashboard, request, response } = ctx
    const query = request.qs()
    const isOfAll = query.all === 'yes'
    const ids = isOfAll ? await matchingIds(ctx, query) : selectedIds(ctx, query.ids)
    const isTooMany = ids.length > MOST_IN_ARCHIVE
    if (isTooMany)
      flash(ctx, 'danger', phrasesOf(ctx).t('bulk_actions.zip_too_many', { most: MOST_IN_ARCHIVE }))
    if (ids.length === 0 || isTooMany)
      return response.redirect(`${dashboard.base}/documents`, false, 303)
    const reader = {
      ...{ audience: dashboard.documentsOf, by: dashboard.actor(ctx) },
      phrases: phrasesOf(ctx),
    }
    response.header('Content-Type', 'application/zip')
    response.header('Content-Disposition', 'attachment; filename="documents.zip"')
    response.stream(Readable.from(zipFile(archiveOf(CurrentTenant.get(), ids, reader))))
  }
}

/** One more than there may be, where there are too many. */
function matchingIds(
  { dashboard }: HttpContext,
  query: Record<string, unknown>
): Promise<string[]> {
  const criteria = ListFilter.criteria(ListFilter.of(query), dashboard.documentsOf)
  return documentIds(criteria, MOST_IN_ARCHIVE + 1)
}
