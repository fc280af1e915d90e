import type { HttpContext } from '@adonisjs/core/http'
import { flash } from '#app/front_door/pages/flash'
import { TenantServer } from '#app/notifications/servers/tenant_server'
import type Sender from '#app/sending/sender'
import { SenderServer } from '#app/sending/sender_server'
import { phrasesOf } from '../language.js'
import { showPage } from '../page.js'
import { senderPage } from './sender_page.js'
import { ServerForm } from './server_form.js'
import type { TestAnswer } from './test_answer.js'

export default class ServersController {
  /** GET /settings/sender/server */
  async edit(ctx: HttpContext) {
    const { sender } = await senderPage(ctx)
    ctx.profile.entitlements.require('senderDomain')
    return showServer(ctx, sender, ServerForm.filled(sender))
  }

  /** POST /settings/sender/server */
  async update(ctx: HttpContext) {
    const { sender } = await senderPage(ctx)
    ctx.profile.entitlements.require('senderDomain')
    const form = ServerForm.of(ctx)
    const settings = form.settings(phrasesOf(ctx))
    if (!settings) return showServer(ctx, sender, form, { status: 422 })
    await SenderServer.save(settings, ctx.dashboard.actor(ctx))
    flash(ctx, 'success', phrasesOf(ctx).t('sender.server_saved'))
    return ctx.response.redirect('/settings/sender/server', false, 303)
  }
}

export function showServer(
  ctx: HttpContext,
  sender: Sender,
  { values, errors }: ServerForm,
  { status = 200, answer = null }: { status?: number; answer?: TestAnswer | null } = {}
) {
  const { hasServer, serverPassword, serverFailingSince, serverError } = sender
  const state = {
    ...{ values, errors, answer, hasServer },
    hasPassword: serverPassword !== null,
    failing: serverFailingSince && { since: serverFailingSince, error: serverError },
    mayBePlain: TenantServer.isOpen,
    testAddress: ctx.dashboard.user.email,
  }
  return showPage(ctx, 'dashboard/sender/server', state, status)
}
