import type { HttpContext } from '@adonisjs/core/http'
import { flashOutcome } from '../flash_outcome.js'
import { Suppression } from '#app/documents/signers/suppression'
import { givenRoute } from '#app/notifications/servers/sender_route'
import { WAYS } from '#app/sending/sender'
import { SenderServer } from '#app/sending/sender_server'
import { phrasesOf } from '../language.js'
import { readPage, showPage } from '../page.js'
import { noteOfPlan, senderPage } from './sender_page.js'
import { senderView } from './sender_view.js'

const PER_PAGE = 25

export default class SendersController {
  /** GET /settings/sender?page= */
  async show(ctx: HttpContext) {
    const page = pageOf(ctx.request.input('page'))
    const list = Suppression.list({ limit: PER_PAGE + 1, offset: (page - 1) * PER_PAGE })
    const { sender, rows } = await senderPage(ctx, list)
    const suppressed = Suppression.from(rows[0])
    const planNote = noteOfPlan(ctx)
    const given = await givenRoute(ctx.profile.entitlements.parentId)
    return showPage(ctx, 'dashboard/sender/show', {
      givenAddress: given.address,
      sender: senderView(sender, planNote === null),
      senderName: ctx.profile.brand.snapshot.senderName ?? ctx.profile.brand.name,
      planNote,
      suppressed: suppressed.slice(0, PER_PAGE),
      newer: page > 1 ? page - 1 : null,
      older: suppressed.length > PER_PAGE ? page + 1 : null,
    })
  }

  /** POST /settings/sender: another way from now on. */
  async update(ctx: HttpContext) {
    await readPage(ctx)
    const wanted: unknown = ctx.request.body().way
    const way = WAYS.find((one) => one === wanted) ?? 'platform'
    const outcome = { back: '/settings/sender', done: phrasesOf(ctx).t('sender.way_chosen') }
    return flashOutcome(ctx, outcome, () => SenderServer.choose(way, ctx.dashboard.actor(ctx)))
  }
}

const LAST_PAGE = 10_000

function pageOf(value: unknown): number {
  const page = Number(value)
  return Number.isInteger(page) && page >= 1 && page <= LAST_PAGE ? page : 1
}
