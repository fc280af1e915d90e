import type { HttpContext } from '@adonisjs/core/http'
import { DAY_MS, HOUR_MS } from '#app/foundation/duration'
import { flash } from '#app/front_door/pages/flash'
import type { Submission } from '#app/front_door/bodies/submission'
import { isRefusal } from '#app/foundation/refusal'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import type { Scope } from '#app/identity/access/scope'
import type ApiKey from '#app/identity/keys/api_key'
import { KeyRotation } from '#app/identity/keys/key_rotation'
import Integration from '#app/webhooks/integration'
import type { ListedKey } from '#app/webhooks/listed_keys'
import { phrasesOf } from '../language.js'
import { showPage } from '../page.js'
import { changeKey, findKey, listPath } from './found_key.js'
import { noteOfPlan } from './note_of_plan.js'
import { mayWithKey } from './scope_choice.js'
import { inAccount } from '../account.js'
import { submissionOf } from '../submission_of.js'
import { keeping, showSecret } from './show_secret.js'
import { keyView } from './key_view.js'

const OVERLAPS = [
  { value: 'now', ms: 0 },
  { value: '1h', ms: HOUR_MS },
  { value: '24h', ms: DAY_MS },
  { value: '7d', ms: 7 * DAY_MS },
] as const
const USUAL = '24h'

export default class RotationsController {
  /** GET /settings/keys/:id/rotate */
  async create(ctx: HttpContext) {
    const key = await find(ctx)
    if (key) await showForm(ctx, key, USUAL)
  }

  /** POST /settings/keys/:id/rotate: the new key is shown by this answer, and never again. */
  async store(ctx: HttpContext) {
    const submission = submissionOf(ctx)
    const earlier = await inAccount(ctx, () => submission.earlier())
    if (earlier) return showSecret(ctx, earlier, (await findKey(ctx)).key)
    const key = await find(ctx)
    if (!key) return
    const chosen = String(ctx.request.body().overlap)
    const overlap = OVERLAPS.find(({ value }) => value === chosen)
    if (!overlap) return showForm(ctx, key, '', phrasesOf(ctx).t('keys.no_overlap'))
    try {
      const { made, old } = await rotate(ctx, key, overlap.ms, submission)
      return await showSecret(ctx, made, old)
    } catch (error) {
      if (!isRefusal(error)) throw error
      return showForm(ctx, key, chosen, refusalIn(phrasesOf(ctx), error))
    }
  }
}

function rotate(ctx: HttpContext, key: ApiKey, overlapMs: number, submission: Submission) {
  const { dashboard } = ctx
  return changeKey(ctx, key, async (old) => {
    const mayGive = (scopes: readonly Scope[]) => mayWithKey('rotate', scopes, dashboard)
    const order = { createdBy: dashboard.user, overlapMs, mayGive }
    const made = await submission.run((keep) =>
      KeyRotation.run(old, order, dashboard.actor(ctx), async (successor, secret) => {
        await Integration.followKey(old, successor)
        await keeping(keep)(successor, secret)
      })
    )
    return { made: made!, old: await old.refresh() }
  })
}

/** Nobody gets a new key that may do more than they may give; of what ended or is replaced there is nothing to replace. */
async function find(ctx: HttpContext): Promise<ListedKey | null> {
  const { key } = await findKey(ctx)
  const note = noteOfPlan(ctx)
  const mayRotate = mayWithKey('rotate', key.scopes, ctx.dashboard)
  const isOpen = !key.isRevoked && !key.isExpired && !key.replacedBy && mayRotate
  if (isOpen && !note) return key
  if (note) flash(ctx, 'warning', note)
  ctx.response.redirect(`${listPath(ctx)}/${key.id}`, false, 303)
  return null
}

function showForm(ctx: HttpContext, key: ListedKey, overlap: string, error?: string) {
  const lifetimeDays = key.expiresAt
    ? Math.ceil((key.expiresAt.getTime() - key.createdAt.getTime()) / DAY_MS)
    : null
  const state = {
    key: keyView(key, phrasesOf(ctx)),
    overlaps: OVERLAPS,
    overlap,
    lifetimeDays,
    error,
  }
  return showPage(ctx, 'dashboard/keys/rotate', state, error ? 422 : 200)
}
