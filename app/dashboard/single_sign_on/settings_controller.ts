import type { HttpContext } from '@adonisjs/core/http'
import { flash } from '#app/front_door/pages/flash'
import { Attempts } from '#app/single_sign_on/attempt'
import { Connecting } from '#app/single_sign_on/connecting'
import Connection, { addressesAt } from '#app/single_sign_on/connection'
import MetadataRefused from '#app/single_sign_on/errors/metadata_refused'
import { rolesGivenBy, USUAL_ROLE } from '#app/identity/access/role'
import { readPage, showPage } from '../page.js'
import { attemptView } from './attempt_view.js'
import { ConnectionForm } from './connection_form.js'

const HOME = '/settings/single-sign-on'

export default class SettingsController {
  /** GET /settings/single-sign-on */
  async show(ctx: HttpContext) {
    const connection = await Connection.current()
    return settings(ctx, connection, ConnectionForm.filled(connection))
  }

  /** POST /settings/single-sign-on */
  async update(ctx: HttpContext) {
    const connection = await Connection.current()
    const form = ConnectionForm.of(ctx)
    const terms = form.terms(connection)
    if (!terms) return settings(ctx, connection, form, 422)
    try {
      const actor = ctx.dashboard.actor(ctx)
      if (form.metadata === '') await Connecting.change(terms, actor)
      else await Connecting.connect(await Connecting.read(form.metadata), terms, actor)
    } catch (error) {
      if (!(error instanceof MetadataRefused)) throw error
      form.errors.metadata = error.message
      return settings(ctx, connection, form, 422)
    }
    flash(ctx, 'success', 'Saved.')
    return ctx.response.redirect(HOME, false, 303)
  }

  /** POST /settings/single-sign-on/on */
  async store(ctx: HttpContext) {
    await Connecting.turn(true, ctx.dashboard.actor(ctx))
    flash(ctx, 'success', 'Members can log in through your identity provider again.')
    return ctx.response.redirect(HOME, false, 303)
  }

  /** POST /settings/single-sign-on/off */
  async destroy(ctx: HttpContext) {
    await Connecting.turn(false, ctx.dashboard.actor(ctx))
    flash(ctx, 'success', 'Nobody comes in through your identity provider any more.')
    return ctx.response.redirect(HOME, false, 303)
  }
}

async function settings(
  ctx: HttpContext,
  connection: Connection | null,
  { values, errors }: ConnectionForm,
  status = 200
) {
  await readPage(ctx)
  const { entitlements } = ctx.profile
  const addresses = connection?.addresses ?? addressesAt(entitlements.host)
  const attempts = connection ? await Attempts.latest() : []
  const state = {
    ...{ values, errors, connection },
    roles: rolesGivenBy(USUAL_ROLE),
    isInPlan: entitlements.may('sso', 'live'),
    ours: [
      { id: 'entity', label: 'Entity ID (audience, identifier)', value: addresses.entityId },
      {
        id: 'acs',
        label: 'ACS address (reply, single sign-on, consumer URL)',
        value: addresses.acs,
      },
      { id: 'slo', label: 'Log-out address', value: addresses.slo },
    ],
    certificates: connection?.certificates ?? [],
    attempts: attempts.map(attemptView),
  }
  return showPage(ctx, 'dashboard/single_sign_on/settings', state, status)
}
