import type { HttpContext } from '@adonisjs/core/http'
import { isIdentifier } from '#app/foundation/identifier'
import { say } from '#app/front_door/flash'
import { isRefusal } from '#app/foundation/refusal'
import { sentence } from '#app/front_door/telling'
import { LiveCopies, type Copies } from '#app/webhooks/live_copies'
import { readPage, showPage } from '../page.js'
import { showChecklist } from './show_checklist.js'

const HOME = '/settings/going-live'

export default class LiveCopiesController {
  /** POST /settings/going-live/webhooks: the secrets are shown by this answer, and never again. */
  async store(ctx: HttpContext) {
    const { webhooks, status: asked } = ctx.request.body()
    const chosen = idsIn(webhooks)
    const status = asked === 'enabled' ? 'enabled' : 'paused'
    const refuse = (error: string) => showChecklist(ctx, { chosen, status, error })
    if (chosen.length === 0) return refuse('Choose at least one.')
    if (!ctx.tenant.hasSandbox) return refuse('There is no sandbox yet.')
    let copies: Copies
    try {
      copies = await LiveCopies.make(chosen, status, ctx.desk.actor(ctx))
    } catch (error) {
      if (!isRefusal(error)) throw error
      return refuse(sentence(error.message))
    }
    if (copies.made.length === 0) {
      say(ctx, 'info', 'Live has them already: nothing was copied.')
      return ctx.response.redirect(HOME, false, 303)
    }
    return showCopies(ctx, copies, status)
  }
}

async function showCopies(ctx: HttpContext, { made, present }: Copies, status: string) {
  await readPage(ctx)
  const shown = made.map(({ endpoint: { id, url, name }, secret }) => ({
    ...{ id, url, name },
    secret: secret.release(),
  }))
  return showPage(ctx, 'dashboard/going_live/copied', { made: shown, present, status })
}

function idsIn(sent: unknown): string[] {
  const all = Object.values(typeof sent === 'object' && sent !== null ? sent : [sent])
  return all.filter((id) => isIdentifier('wh', id)) as string[]
}
