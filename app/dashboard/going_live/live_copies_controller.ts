import type { HttpContext } from '@adonisjs/core/http'
import { isIdentifier } from '#app/foundation/identifier'
import { flash } from '#app/front_door/pages/flash'
import type { Outcome } from '#app/front_door/bodies/submission'
import { isRefusal } from '#app/foundation/refusal'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import { LiveCopies, type Copies } from '#app/webhooks/live_copies'
import { phrasesOf } from '../language.js'
import { readPage, showPage } from '../page.js'
import { submissionOf } from '../submission_of.js'
import { showChecklist } from './show_checklist.js'

const HOME = '/settings/going-live'
const NOTHING = 'nothing'

export default class LiveCopiesController {
  /** POST /settings/going-live/webhooks: the secrets are shown by this answer, and never again. */
  async store(ctx: HttpContext) {
    const { webhooks, status: asked } = ctx.request.body()
    const chosen = idsIn(webhooks)
    const status = asked === 'enabled' ? 'enabled' : 'paused'
    const refuse = (error: string) => showChecklist(ctx, { chosen, status, error })
    const phrases = phrasesOf(ctx)
    const { t } = phrases
    if (chosen.length === 0) return refuse(t('going_live.none_chosen'))
    if (!ctx.tenant.hasSandbox) return refuse(t('going_live.sandboxless'))
    const by = ctx.dashboard.actor(ctx)
    let made: Outcome | null
    try {
      made = await submissionOf(ctx).run((keep) =>
        LiveCopies.make(chosen, status, by, (copies) => keep(noted(copies)))
      )
    } catch (error) {
      if (!isRefusal(error)) throw error
      return refuse(refusalIn(phrases, error))
    }
    if (made?.secret) return showCopies(ctx, JSON.parse(made.secret) as Noted, status)
    flash(ctx, 'info', t(made?.id === NOTHING ? 'going_live.had_all' : 'going_live.shown_before'))
    return ctx.response.redirect(HOME, false, 303)
  }
}

/** What the page of new copies shows. */
interface Noted {
  made: { id: string; url: string; name: string | null; secret: string }[]
  present: string[]
}

function noted({ made, present }: Copies): Outcome {
  if (made.length === 0) return { id: NOTHING }
  const shown: Noted['made'] = made.map(({ endpoint: { id, url, name }, secret }) => ({
    ...{ id, url, name },
    secret: secret.release(),
  }))
  return { id: shown[0].id, secret: JSON.stringify({ made: shown, present }) }
}

async function showCopies(ctx: HttpContext, copies: Noted, status: string) {
  await readPage(ctx)
  return showPage(ctx, 'dashboard/going_live/copied', { ...copies, status })
}

function idsIn(sent: unknown): string[] {
  const all = Object.values(typeof sent === 'object' && sent !== null ? sent : [sent])
  return all.filter((id) => isIdentifier('wh', id)) as string[]
}
