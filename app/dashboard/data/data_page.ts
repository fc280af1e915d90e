import type { HttpContext } from '@adonisjs/core/http'
import { MAX_DAYS, MIN_DAYS } from '#app/portability/retention_rule'
import { modelsOf } from '#app/tenancy/models/model_rows'
import Retention from '#app/tenants/retention'
import { readPage, showPage } from '../page.js'

interface Refused {
  values?: Record<string, string>
  errors?: Record<string, string>
}

/** What an account keeps, for how long, and how to be rid of it. @throws RoleInsufficient for all but owners */
export async function showDataPage(
  ctx: HttpContext,
  { values = {}, errors = {} }: Refused = {}
): Promise<void> {
  const [rows] = await readPage(ctx, Retention.statement)
  const { days, heldSince, heldReason } = modelsOf(Retention, rows)[0]
  await showPage(
    ctx,
    'dashboard/data/show',
    {
      limits: { min: MIN_DAYS, max: MAX_DAYS },
      values: { days: days === null ? '' : String(days), reason: '', email: '', ...values },
      days,
      hold: heldSince && { since: heldSince, reason: heldReason },
      errors,
    },
    Object.keys(errors).length > 0 ? 422 : 200
  )
}
