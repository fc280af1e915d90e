import type { HttpContext } from '@adonisjs/core/http'
import { isRefusal } from '#app/foundation/refusal'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import { typedText } from '#app/front_door/bodies/typed_text'
import { flash } from '#app/front_door/pages/flash'
import { Connecting } from '#app/single_sign_on/connecting'
import Connection from '#app/single_sign_on/connection'
import { hostsServing } from '#app/tenants/hosts/tenant_hosts'
import { phrasesOf } from '../../language.js'
import { HOME, readSettings, showSettings } from './settings_page.js'

export default class HostsController {
  /** GET /settings/single-sign-on/host */
  async show(ctx: HttpContext) {
    await showHosts(ctx)
  }

  /** POST /settings/single-sign-on/host: an owner's form, after which the provider has to be given our new values. */
  async update(ctx: HttpContext) {
    try {
      await Connecting.move(typedText(ctx.request.body().host), ctx.dashboard.actor(ctx))
    } catch (error) {
      if (!isRefusal(error) || error.code !== 'host_refused') throw error
      return showHosts(ctx, refusalIn(phrasesOf(ctx), error))
    }
    flash(ctx, 'success', phrasesOf(ctx).t('single_sign_on.moved'))
    return ctx.response.redirect(`${HOME}/provider`, false, 303)
  }
}

async function showHosts(ctx: HttpContext, error: string | null = null): Promise<void> {
  const connection = await Connection.current()
  if (!connection) return ctx.response.redirect(`${HOME}/provider`, false, 303)
  const { isInPlan } = await readSettings(ctx)
  const { id, slug } = ctx.tenant
  const { parentId } = ctx.profile.entitlements
  const hosts = await hostsServing('app', { id, slug, parentId })
  await showSettings(
    ctx,
    'host',
    { connection, isInPlan, hosts, error },
    error === null ? 200 : 422
  )
}
