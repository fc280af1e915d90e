import type { HttpContext } from '@adonisjs/core/http'
import { flash } from '#app/front_door/pages/flash'
import { Connecting } from '#app/single_sign_on/connecting'
import Connection, { addressesAt } from '#app/single_sign_on/connection'
import MetadataRefused from '#app/single_sign_on/errors/metadata_refused'
import { ProviderForm } from './provider_form.js'
import { HOME, readSettings, showSettings } from './settings_page.js'

export default class ProviderController {
  /** GET /settings/single-sign-on/provider */
  async show(ctx: HttpContext) {
    const connection = await Connection.current()
    return provider(ctx, connection, ProviderForm.filled(connection))
  }

  /** POST /settings/single-sign-on/provider */
  async update(ctx: HttpContext) {
    const connection = await Connection.current()
    const form = ProviderForm.of(ctx)
    const terms = form.terms(connection)
    if (!terms) return provider(ctx, connection, form, 422)
    try {
      const actor = ctx.dashboard.actor(ctx)
      if (form.metadata === '') await Connecting.change(terms, actor)
      else await Connecting.connect(await Connecting.read(form.metadata), terms, actor)
    } catch (error) {
      if (!(error instanceof MetadataRefused)) throw error
      form.errors.metadata = error.message
      return provider(ctx, connection, form, 422)
    }
    flash(ctx, 'success', 'Saved.')
    return ctx.response.redirect(connection ? `${HOME}/provider` : HOME, false, 303)
  }
}

async function provider(
  ctx: HttpContext,
  connection: Connection | null,
  { values, errors }: ProviderForm,
  status = 200
) {
  const { isInPlan } = await readSettings(ctx)
  const addresses = connection?.addresses ?? addressesAt(ctx.profile.entitlements.host)
  const state = {
    ...{ values, errors, connection, isInPlan },
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
  }
  return showSettings(ctx, 'provider', state, status)
}
