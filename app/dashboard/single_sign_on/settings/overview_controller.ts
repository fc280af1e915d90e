import type { HttpContext } from '@adonisjs/core/http'
import { flash } from '#app/front_door/pages/flash'
import { Attempts } from '#app/single_sign_on/attempt'
import { Connecting } from '#app/single_sign_on/connecting'
import Connection from '#app/single_sign_on/connection'
import { publicUrl } from '#app/tenants/hosts/public_address'
import { isConnectedHost } from '../connection_here.js'
import { stepsOf } from './steps.js'
import { HOME, readSettings, showSettings } from './settings_page.js'
import { phrasesOf } from '../../language.js'

export default class OverviewController {
  /** GET /settings/single-sign-on */
  async show(ctx: HttpContext) {
    const connection = await Connection.current()
    const { isInPlan } = await readSettings(ctx)
    const attempts = connection ? await Attempts.latest() : []
    const steps = stepsOf(connection, attempts, phrasesOf(ctx))
    const next = steps.find(({ state }) => state === 'missing') ?? null
    const testAt = connection && (await elsewhere(ctx, connection))
    return showSettings(ctx, 'overview', { connection, isInPlan, steps, next, testAt })
  }

  /** POST /settings/single-sign-on/on */
  async store(ctx: HttpContext) {
    await Connecting.turn(true, ctx.dashboard.actor(ctx))
    flash(ctx, 'success', phrasesOf(ctx).t('single_sign_on.turned_on'))
    return ctx.response.redirect(HOME, false, 303)
  }

  /** POST /settings/single-sign-on/off */
  async destroy(ctx: HttpContext) {
    await Connecting.turn(false, ctx.dashboard.actor(ctx))
    flash(ctx, 'success', phrasesOf(ctx).t('single_sign_on.turned_off'))
    return ctx.response.redirect(HOME, false, 303)
  }
}

/** A test comes back to the host that the provider knows: where this is another one, the way there. */
async function elsewhere(ctx: HttpContext, connection: Connection): Promise<string | null> {
  if (isConnectedHost(ctx, connection) || !(await connection.isServed())) return null
  const { target } = ctx
  const query = new URLSearchParams({ from: target.host, next: HOME })
  return publicUrl(connection.host, `/arrivals/new?${query}`)
}
