import type { HttpContext } from '@adonisjs/core/http'
import { embedded } from '#app/foundation/printable_text'
import type { PlatformAction } from '#app/audit/audit_action'
import { PlatformTrail } from '#app/audit/platform_trail'
import { clock } from '#app/foundation/clock'
import { isIdentifier } from '#app/foundation/identifier'
import { flashOutcome } from '#app/front_door/pages/flash_outcome'
import { platformTransaction } from '#app/tenancy/transactions/platform_transaction'
import Report, { CATEGORIES } from '#app/tenants/report'
import Tenant from '#app/tenants/tenant'
import NothingHere from '../errors/nothing_here.js'
import ReportDecided from '../errors/report_decided.js'
import { askFirst, showPage } from '../page.js'
import { actorOf } from '../signed_in.js'
import { readPlace, writePlace } from '../tenants/tenant_list.js'
import { takeDown } from './take_down.js'

const PAGE_SIZE = 50

export default class ReportsController {
  /** GET /reports?all=&after= */
  async index(ctx: HttpContext) {
    const { all, after } = ctx.request.qs()
    const place = readPlace(String(after ?? ''))
    const query = Report.query()
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(PAGE_SIZE + 1)
    if (!all) query.whereNull('outcome')
    if (place) query.whereRaw('(created_at, id) < (?, ?)', [place.createdAt, place.id])
    const reports = await query
    const page = reports.slice(0, PAGE_SIZE)
    const last = page.at(-1)
    return showPage(ctx, 'reports/index', {
      reports: await Promise.all(page.map(shown)),
      all: Boolean(all),
      olderHref:
        last && reports.length > PAGE_SIZE
          ? `/reports?${all ? 'all=1&' : ''}after=${writePlace(last)}`
          : null,
    })
  }

  /** GET /reports/:id */
  async show(ctx: HttpContext) {
    return showPage(ctx, 'reports/show', { report: await shown(await find(ctx)) })
  }

  /** POST /reports/:id/dismiss */
  async dismiss(ctx: HttpContext) {
    const report = await find(ctx)
    const outcome = { back: '/reports', done: 'The report has been dismissed.' }
    await flashOutcome(ctx, outcome, async () => {
      const details = { reportId: report.id, tenantId: report.tenantId }
      await decide(ctx, report, 'dismissed', { action: 'report.dismissed', details })
    })
  }

  /** GET /reports/:id/take-down */
  async askTakeDown(ctx: HttpContext) {
    const report = await shown(await find(ctx))
    const path = `/reports/${report.id}`
    if (!report.isOpen) return ctx.response.redirect(path, false, 303)
    return askFirst(ctx, 'reports', {
      title: 'Take the document down?',
      text: `Nobody can sign the document ${report.documentId} of ${embedded(report.tenant.name)} any more, and we notify its owners and admins. This cannot be undone.`,
      button: 'Take down',
      action: `${path}/take-down`,
      back: { text: 'Report', href: path },
    })
  }

  /** POST /reports/:id/take-down: nobody can sign it any more, and its sender is told. */
  async takeDown(ctx: HttpContext) {
    const report = await find(ctx)
    const outcome = { back: '/reports', done: 'The document has been taken down.' }
    await flashOutcome(ctx, outcome, async () => {
      const { tenantId, documentId } = report
      const details = { reportId: report.id, tenantId, documentId }
      const entry = { action: 'document.taken_down', details } as const
      await decide(ctx, report, 'taken_down', entry, () =>
        takeDown({ tenantId, documentId, operatorId: ctx.operator.id })
      )
    })
  }
}

/**
 * The first decision counts, the same one again is done already; other open reports of the same document are settled with it. The entry
 * stands in the trail if and only if the effect was not refused.
 *
 * @throws ReportDecided
 */
async function decide(
  ctx: HttpContext,
  report: Report,
  outcome: 'dismissed' | 'taken_down',
  entry: { action: PlatformAction; details: Record<string, unknown> },
  effect: () => Promise<void> = async () => {}
): Promise<void> {
  await platformTransaction(async (client) => {
    const { tenantId, documentId } = report
    // in one order, so that two who look at different reports of a document wait for each other
    const about = Report.query({ client }).where({ tenantId, documentId }).orderBy('id')
    const locked = (await about.forUpdate()).find(({ id }) => id === report.id) ?? report
    if (locked.outcome === outcome) return
    if (!locked.isOpen) throw new ReportDecided()
    await effect()
    const query = Report.query({ client }).whereNull('outcome')
    if (outcome === 'dismissed') query.where('id', report.id)
    else query.where({ tenantId, documentId })
    await query.update({ outcome, decided_by: ctx.operator.id, decided_at: clock.now() })
    await PlatformTrail.append({ ...entry, actor: actorOf(ctx) }, client)
  })
}

async function shown(report: Report) {
  const tenant = await Tenant.find(report.tenantId)
  const { id, documentId, message, replyTo, createdAt, outcome, decidedAt, isOpen } = report
  return {
    ...{ id, documentId, message, replyTo, createdAt, outcome, decidedAt, isOpen },
    category: CATEGORIES[report.category],
    tenant: { id: report.tenantId, name: tenant?.name ?? report.tenantId },
  }
}

async function find({ params }: HttpContext): Promise<Report> {
  const report = isIdentifier('rep', params.id) ? await Report.find(params.id) : null
  if (!report) throw new NothingHere()
  return report
}
