import { Readable } from 'node:stream'
import type { HttpContext } from '@adonisjs/core/http'
import { documentIds } from '#app/documents/search/document_ids'
import { flash } from '#app/front_door/pages/flash'
import { CurrentTenant, type Scope } from '#app/tenancy/current_tenant'
import { zipFile, type ZipEntry } from '#app/foundation/zip_file'
import { phrasesOf } from '../language.js'
import { readPage } from '../page.js'
import { archiveOf, MOST_IN_ARCHIVE, type ArchiveReader } from './archive.js'
import { evidenceArchiveOf } from './evidence_archive.js'
import { ListFilter } from './list_filter.js'
import { selectedIds } from './selection.js'

/** Of the ticked documents, or with `all` of those that match. */
export default class ArchivesController {
  /** GET /documents/files.zip */
  async show(ctx: HttpContext) {
    return sendOfMany(ctx, 'documents.zip', archiveOf)
  }

  /** GET /documents/evidence.zip: the evidence package of each; on plans with the full trail. */
  async evidence(ctx: HttpContext) {
    await readPage(ctx)
    ctx.profile.entitlements.require('fullAudit')
    return sendOfMany(ctx, 'evidence.zip', evidenceArchiveOf)
  }
}

async function sendOfMany(
  ctx: HttpContext,
  name: string,
  entriesOf: (
    scope: Scope,
    ids: readonly string[],
    reader: ArchiveReader
  ) => AsyncIterable<ZipEntry>
): Promise<void> {
  const { dashboard, request, response } = ctx
  const query = request.qs()
  const filter = query.all === 'yes' ? ListFilter.of(query) : null
  const ids = filter ? await matchingIds(ctx, filter) : selectedIds(ctx, query.ids)
  const isTooMany = ids.length > MOST_IN_ARCHIVE
  if (isTooMany)
    flash(ctx, 'danger', phrasesOf(ctx).t('bulk_actions.zip_too_many', { most: MOST_IN_ARCHIVE }))
  if (ids.length === 0 || isTooMany) {
    const list = `${dashboard.base}/documents${filter ? ListFilter.query(filter) : ''}`
    return response.redirect(list, false, 303)
  }
  const reader = {
    ...{ audience: dashboard.documentsOf, by: dashboard.actor(ctx) },
    phrases: phrasesOf(ctx),
  }
  response.header('Content-Type', 'application/zip')
  response.header('Content-Disposition', `attachment; filename="${name}"`)
  if (request.method() === 'HEAD') return
  response.stream(Readable.from(zipFile(entriesOf(CurrentTenant.get(), ids, reader))))
}

/** One more than there may be, where there are too many. */
function matchingIds({ dashboard }: HttpContext, filter: ListFilter): Promise<string[]> {
  return documentIds(ListFilter.criteria(filter, dashboard.documentsOf), MOST_IN_ARCHIVE + 1)
}
