import type { HttpContext } from '@adonisjs/core/http'
import LabelsUnknown from '#app/documents/errors/labels_unknown'
import { cutText } from '#app/foundation/cut_text'
import { isRefusal } from '#app/foundation/refusal'
import { multipartForm } from '#app/front_door/bodies/multipart_form'
import { Submission } from '#app/front_door/bodies/submission'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import { sha256Hex } from '#app/foundation/opaque_token'
import { BulkRows } from '#app/templates/bulk/bulk_row'
import { BulkSend } from '#app/templates/bulk/bulk_send'
import { BulkSends } from '#app/templates/bulk/bulk_sends'
import { guessedMapping, targetsOf } from '#app/templates/bulk/column_mapping'
import { TeamHold } from '#app/identity/teams/team_hold'
import { Template } from '#app/templates/template'
import { Usage } from '#app/tenants/usage/usage'
import { isOfPlan } from '../plan_refusal.js'
import { listQuery } from '../list_query.js'
import { phrasesOf } from '../language.js'
import { readPage, showPage } from '../page.js'
import { PlaceInList } from '../place_in_list.js'
import { showUpload, uploadPage } from './bulk_upload_page.js'
import { bulkLines, bulkView, columnLines, costOf, rowLines, ROWS_SHOWN } from './bulk_view.js'
import { chosenLabels, namesOfLabels } from './chosen_labels.js'
import { readCsv } from './csv_file.js'
import CsvTooLarge from './csv_too_large.js'
import { RowFilter } from './row_filter.js'
import { visibleBulkSendWith } from './visible_bulk_send.js'

const PAGE_SIZE = 25
const FILE_LIMIT = { bytes: CsvTooLarge.bytes, refusal: () => new CsvTooLarge() }

export default class BulkSendsController {
  /** GET /bulk-sends: the newest first. */
  async index(ctx: HttpContext) {
    const { base, documentsOf: audience } = ctx.dashboard
    const after = PlaceInList.read(ctx.request.qs().after, 'blk')
    const criteria = { audience, after: after ?? undefined }
    const [rows] = await readPage(ctx, BulkSend.listing(criteria, PAGE_SIZE + 1))
    const page = BulkSend.fromAll(rows.slice(0, PAGE_SIZE))
    const last = rows.length > PAGE_SIZE ? page.at(-1)?.row : undefined
    const place = last && { createdAt: last.created_at, id: last.id }
    return showPage(ctx, 'dashboard/bulk_sends/index', {
      sends: bulkLines(page, phrasesOf(ctx)),
      olderHref: place && `${base}/bulk-sends${listQuery({}, place)}`,
      newerHref: after && `${base}/bulk-sends`,
    })
  }

  /** GET /templates/:id/bulk-sends/new */
  async create(ctx: HttpContext) {
    const page = await uploadPage(ctx)
    const { template } = page
    ctx.dashboard.requireOpenAccount()
    if (template.isArchived)
      return ctx.response.redirect(`${ctx.dashboard.base}/templates/${template.id}`, false, 303)
    return showUpload(ctx, page)
  }

  /** POST /templates/:id/bulk-sends: a file, checked row by row. Nothing is sent by it. */
  async store(ctx: HttpContext) {
    const { dashboard, request, response } = ctx
    dashboard.requireOpenAccount()
    const page = await uploadPage(ctx)
    const { template } = page
    const phrases = phrasesOf(ctx)
    let chosen: string[] = []
    try {
      const sent = await multipartForm(request, FILE_LIMIT)
      const { fields, files } = sent
      chosen = chosenLabels(sent)
      const labels = namesOfLabels(page.labels, chosen)
      const file = files.find(({ field }) => field === 'file')
      const read = file ? readCsv(file.bytes, phrases) : phrases.t('bulk_sends.no_file')
      if (!file || typeof read === 'string')
        return await showUpload(ctx, page, { error: read as string, chosen }, 422)
      if (!labels) return await showUpload(ctx, page, { isLabelGone: true, chosen }, 422)
      const { columns, rows } = read
      const mapping = guessedMapping(template, columns)
      const uploaded = { fileName: cutText(file.name, 200), columns, mapping, rows }
      const holderId = dashboard.session.teams.find(({ id }) => id === template.holderId)?.id
      const by = dashboard.actor(ctx)
      const submission = Submission.of(
        ctx,
        dashboard.user.id,
        Object.fromEntries(fields),
        sha256Hex(file.bytes)
      )
      const made = await submission.run((keep) =>
        BulkSends.prepare(template, uploaded, {
          by,
          holderId,
          labels,
          within: async (id) => {
            if (holderId) await TeamHold.keep(holderId, dashboard.user.id)
            await keep({ id })
          },
        })
      )
      response.redirect(`${dashboard.base}/bulk-sends/${made!.id}`, false, 303)
    } catch (error) {
      if (!isRefusal(error) || error.kind === 'absent') throw error
      const isLabelGone = error instanceof LabelsUnknown
      const said = isLabelGone ? undefined : refusalIn(phrases, error)
      const problem = { error: said, isOfPlan: isOfPlan(error), isLabelGone, chosen }
      return showUpload(ctx, page, problem, 422)
    }
  }

  /** GET /bulk-sends/:id: what would be sent, or how far it is. */
  async show(ctx: HttpContext) {
    return showBulkSend(ctx)
  }
}

/** @param problem  why it was not sent */
export async function showBulkSend(
  ctx: HttpContext,
  problem: { error?: string } = {},
  status = 200
): Promise<void> {
  const filter = RowFilter.of(ctx.request.qs())
  const audience = ctx.dashboard.documentsOf
  const { bulk, rows } = await visibleBulkSendWith(ctx, (id) => [
    BulkRows.listing(id, { audience, ...RowFilter.criteria(filter) }, ROWS_SHOWN + 1),
    Usage.statement(),
  ])
  const { base } = ctx.dashboard
  const { entitlements } = ctx.profile
  const template = (await Template.find(bulk.row.template_id, bulk.row.template_version))!
  const [listed, used] = rows
  const phrases = phrasesOf(ctx)
  const view = {
    ...{ bulk: bulkView(bulk, phrases), ...problem },
    ...rowLines(listed, `${base}/bulk-sends/${bulk.id}`, filter, phrases),
  }
  if (bulk.status !== 'draft') return showPage(ctx, 'dashboard/bulk_sends/show', view, status)
  return showPage(
    ctx,
    'dashboard/bulk_sends/draft',
    {
      ...view,
      columns: columnLines(bulk, listed, phrases),
      targets: targetsOf(template, phrases),
      cost: costOf(bulk, template, Usage.items(entitlements, used), ctx.dashboard.environment),
      planName: entitlements.planName,
    },
    status
  )
}
