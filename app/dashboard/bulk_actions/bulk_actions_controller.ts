import type { HttpContext } from '@adonisjs/core/http'
import { BulkActions, MOST_AT_ONCE } from '#app/documents/bulk_actions/bulk_action'
import { ALL_LABELS } from '#app/documents/labels/label'
import { documentIds } from '#app/documents/search/document_ids'
import { MOST_IN_ARCHIVE } from '../documents/archive.js'
import { ListFilter } from '../documents/list_filter.js'
import { phrasesOf } from '../language.js'
import { readPage, showPage } from '../page.js'
import { submissionOf } from '../submission_of.js'
import { bulkActionForm, MAX_REASON, type BulkActionForm } from './bulk_action_form.js'
import { bulkActionView } from './bulk_action_view.js'
import { ownBulkAction } from './own_bulk_action.js'

const BLANK: BulkActionForm = {
  asked: null,
  values: { action: '', reason: '', label: '' },
  errors: {},
}

export default class BulkActionsController {
  /** GET /documents/all: what can be done to all documents that a list shows. */
  async create(ctx: HttpContext) {
    const filter = ListFilter.of(ctx.request.qs())
    return showForm(ctx, filter, (await idsOf(ctx, filter)).length, BLANK)
  }

  /** POST /documents/all: to as many as the form said; the filter is asked anew, and not what a browser has seen. */
  async store(ctx: HttpContext) {
    const { dashboard } = ctx
    const submission = submissionOf(ctx)
    const body = ctx.request.body()
    const pageOf = (id: string) => `${dashboard.base}/bulk-actions/${id}`
    const earlier = await submission.earlier()
    if (earlier) return ctx.response.redirect(pageOf(earlier.id), false, 303)
    const filter = ListFilter.written(typeof body.filter === 'string' ? body.filter : '')
    const ids = await idsOf(ctx, filter)
    const form = bulkActionForm(body, ids.length, phrasesOf(ctx))
    const { asked } = form
    if (!asked || ids.length === 0) return showForm(ctx, filter, ids.length, form, 422)
    const made = await submission.run((keep) =>
      BulkActions.begin(ids, asked, dashboard.actor(ctx), (id) => keep({ id }))
    )
    ctx.response.redirect(made ? pageOf(made.id) : `${dashboard.base}/documents`, false, 303)
  }

  /** GET /bulk-actions/:id: how far it is. */
  async show(ctx: HttpContext) {
    const action = await ownBulkAction(ctx)
    return showPage(ctx, 'dashboard/bulk_actions/show', {
      action: bulkActionView(action, ctx.dashboard.base, phrasesOf(ctx)),
    })
  }
}

/** One more than there may be, where there are too many. */
function idsOf({ dashboard }: HttpContext, filter: ListFilter): Promise<string[]> {
  return documentIds(ListFilter.criteria(filter, dashboard.documentsOf), MOST_AT_ONCE + 1)
}

/** None where there are too many for one ZIP, and none of evidence on plans without the full trail. */
function archiveHrefs({ dashboard, profile }: HttpContext, query: string, count: number) {
  if (count > MOST_IN_ARCHIVE) return { zipHref: null, evidenceHref: null }
  const hrefOf = (name: string) =>
    `${dashboard.base}/documents/${name}.zip${query}${query ? '&' : '?'}all=yes`
  const hasEvidence = profile.entitlements.may('fullAudit')
  return { zipHref: hrefOf('files'), evidenceHref: hasEvidence ? hrefOf('evidence') : null }
}

async function showForm(
  ctx: HttpContext,
  filter: ListFilter,
  count: number,
  { values, errors }: BulkActionForm,
  status = 200
): Promise<void> {
  const [labels] = await readPage(ctx, ALL_LABELS)
  const query = ListFilter.query(filter)
  const isTooMany = count > MOST_AT_ONCE
  const state = {
    ...{ count, values, errors, labels, filter: query, isTooMany },
    ...{ most: MOST_AT_ONCE, mostInArchive: MOST_IN_ARCHIVE, maxReason: MAX_REASON },
    ...{ isOpen: ListFilter.isOpen(filter), listHref: `${ctx.dashboard.base}/documents${query}` },
    ...archiveHrefs(ctx, query, count),
    csvHref: `${ctx.dashboard.base}/documents/list.csv${query}`,
  }
  return showPage(ctx, 'dashboard/bulk_actions/create', state, status)
}
