import type { HttpContext } from '@adonisjs/core/http'
import { flash } from '#app/front_door/pages/flash'
import { isRefusal } from '#app/foundation/refusal'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import { isIdentifier } from '#app/foundation/identifier'
import { unit } from '#app/tenancy/current_tenant'
import { missedSince } from '#app/webhooks/deliveries/missed_since'
import { MAX_REPLAYS, Replays } from '#app/webhooks/deliveries/replays'
import { phrasesOf } from '../language.js'
import { showPage } from '../page.js'
import { submissionOf } from '../submission_of.js'
import { findWithTargets } from './endpoint_page.js'
import { targetOf } from './replay_order.js'
import { SinceForm } from './since_form.js'
import { endpointView, targetView } from './endpoint_view.js'

export default class ManyReplaysController {
  /** GET /settings/webhooks/:id/replays/new: all that was missed since a time. */
  async create(ctx: HttpContext) {
    const { endpoint, targets } = await findWithTargets(ctx)
    const form = SinceForm.suggested(ctx.request.qs().since, await missedSince(endpoint))
    const order = { from: endpoint.id, to: endpoint.id }
    return showForm(ctx, { endpoint, targets }, form, await Replays.countMissed(form.at!, order))
  }

  /** POST /settings/webhooks/:id/replays: a selection, or all since a time. */
  async store(ctx: HttpContext) {
    const { endpoint, targets } = await findWithTargets(ctx)
    const order = {
      from: endpoint.id,
      to: targetOf(ctx, endpoint, targets),
      by: ctx.dashboard.actor(ctx),
    }
    const { since, deliveries } = ctx.request.body()
    if (since === undefined)
      return tell(ctx, order.to, () => Replays.selected(idsOf(deliveries), order))
    const form = SinceForm.of(since)
    const { at } = form
    if (!at) return showForm(ctx, { endpoint, targets }, form, null, 422)
    return tell(ctx, order.to, () => Replays.missed(at, order))
  }
}

type Found = Awaited<ReturnType<typeof findWithTargets>>

function showForm(
  ctx: HttpContext,
  { endpoint, targets }: Found,
  { value, error }: SinceForm,
  count: number | null,
  status = 200
) {
  const phrases = phrasesOf(ctx)
  const state = {
    endpoint: endpointView(endpoint, phrases),
    targets: targets.map(targetView),
    ...{ since: value, error: error && phrases.t(error), count, most: MAX_REPLAYS },
  }
  return showPage(ctx, 'dashboard/webhooks/replay', state, status)
}

async function tell(ctx: HttpContext, to: string, replay: () => Promise<number>): Promise<void> {
  const phrases = phrasesOf(ctx)
  try {
    const count = await replayed(ctx, replay)
    flash(ctx, count > 0 ? 'success' : 'info', words(count, phrases))
  } catch (error) {
    if (!isRefusal(error) || error.kind === 'absent') throw error
    flash(ctx, 'danger', refusalIn(phrases, error))
  }
  ctx.response.redirect(`${ctx.dashboard.base}/settings/webhooks/${to}`, false, 303)
}

/** A form that is sent twice replays once, and says twice how many there were. */
async function replayed(ctx: HttpContext, replay: () => Promise<number>): Promise<number> {
  const made = await submissionOf(ctx).run((keep) =>
    unit(async () => {
      const count = await replay()
      await keep({ id: String(count) })
      return count
    })
  )
  return Number(made?.id)
}

function words(count: number, { t }: DashboardPhrasebook): string {
  if (count === 0) return t('webhooks.none_replayed')
  return t(count === MAX_REPLAYS ? 'webhooks.replayed_most' : 'webhooks.replayed', { count })
}

function idsOf(sent: unknown): string[] {
  const all = Object.values(typeof sent === 'object' && sent !== null ? sent : [sent])
  return all.filter((id) => isIdentifier('del', id))
}
