import type { HttpContext } from '@adonisjs/core/http'
import { faultPoint } from '#app/foundation/processes/fault_point'
import { reply } from '../answer/answer.js'
import { TENANT_RELEASED } from '../schemas/tenant.js'
import { once } from '../idempotency/once.js'
import { bodyOf } from '../input/input.js'
import ValidationFailed from '../errors/validation_failed.js'
import { releaseValidator } from '../validators/tenant_validator.js'
import { found, orderKey, resaleOf, tenantId } from './resale_access.js'

export default class ReleasesController {
  /** POST /api/v1/tenants/:id/release: it cannot be taken back, so its slug is typed. */
  async store(ctx: HttpContext) {
    const resale = resaleOf(ctx)
    const id = tenantId(ctx)
    const { confirm } = bodyOf(ctx, releaseValidator)
    return once(ctx, async (keep) => {
      const order = orderKey(ctx, resale)
      if (order === undefined || !(await resale.hasReleased(id, order))) {
        const { slug } = await found(resale, id)
        if (confirm !== slug) throw new ValidationFailed([NOT_ITS_SLUG])
        await resale.release(id, order)
        faultPoint('tenants.released')
      }
      await keep(reply(ctx, TENANT_RELEASED, { id, released: true }))
    })
  }
}

const NOT_ITS_SLUG = {
  path: ['confirm'],
  code: 'not_its_slug',
  message: 'confirm must be the slug of the tenant',
}
