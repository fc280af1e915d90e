import type { HttpContext } from '@adonisjs/core/http'
import type { Secret } from '@adonisjs/core/helpers'
import { flash } from '#app/front_door/pages/flash'
import type { KeepOutcome, Outcome } from '#app/front_door/bodies/submission'
import Endpoint from '#app/webhooks/endpoints/endpoint'
import { phrasesOf } from '../language.js'
import { showPage } from '../page.js'
import { endpointView } from './endpoint_view.js'

/** Within the unit that makes a secret: what its page shows. */
export function keeping(keep: KeepOutcome) {
  return ({ id }: Endpoint, secret: Secret<string>) => keep({ id, secret: secret.release() })
}

/** A secret is shown by the answer to what made it, and never again. */
export async function showEndpointSecret(
  ctx: HttpContext,
  { id, secret }: Outcome,
  { isNew }: { isNew: boolean }
) {
  if (!secret) {
    flash(ctx, 'info', phrasesOf(ctx).t('webhooks.shown_before'))
    return ctx.response.redirect(`${ctx.dashboard.base}/settings/webhooks/${id}`, false, 303)
  }
  const endpoint = endpointView(await Endpoint.findOrFail(id), phrasesOf(ctx))
  return showPage(ctx, 'dashboard/webhooks/secret', { endpoint, secret, isNew })
}
