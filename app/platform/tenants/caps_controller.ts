import type { HttpContext } from '@adonisjs/core/http'
import { PlatformTrail } from '#app/audit/platform_trail'
import { clock } from '#app/foundation/clock'
import { flash } from '#app/front_door/pages/flash'
import { typedText } from '#app/front_door/bodies/typed_text'
import { platformTransaction } from '#app/tenancy/transactions/platform_transaction'
import { EntitlementsProjection } from '#app/tenants/entitlements_projection'
import { actorOf } from '../signed_in.js'
import { tenantOf } from './tenant_view.js'

const NUMBER = /^[1-9]\d{0,5}$/

export default class CapsController {
  /** POST /tenants/:id/cap: another number of live documents a day for its first days; left empty, none. */
  async store(ctx: HttpContext) {
    const tenant = await tenantOf(ctx)
    const typed = typedText(ctx.request.body().dailyDocuments)
    ctx.response.redirect(`/tenants/${tenant.id}`, false, 303)
    if (typed && !NUMBER.test(typed))
      return flash(ctx, 'danger', 'Enter a whole number, or leave it empty for no cap.')
    const dailyDocuments = typed ? Number(typed) : null
    await platformTransaction(async (trx) => {
      tenant.useTransaction(trx)
      await tenant.merge({ dailyDocuments, updatedAt: clock.now() }).save()
      await EntitlementsProjection.ask([tenant.id], trx)
      const details = { tenantId: tenant.id, dailyDocuments }
      await PlatformTrail.append(
        { action: 'tenant.cap_changed', actor: actorOf(ctx), details },
        trx
      )
    })
    flash(
      ctx,
      'success',
      dailyDocuments === null ? 'The cap has been lifted.' : 'The cap has been changed.'
    )
  }
}
