import type { HttpContext } from '@adonisjs/core/http'
import { LogInPolicy } from '#app/identity/access/log_in_policy'
import { endingsStatement, NO_ENDINGS } from '#app/single_sign_on/provider/end_notices'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'

const NOT_LIFTED = query<RowOf<'log_in_policy', 'lifted_at'>>(
  'select null::timestamptz as lifted_at where false'
)

/** Certificates whose end comes near, as a statement for the batch of a page: none for those who cannot do anything about it. */
export function endingsFor(ctx: HttpContext) {
  return looksAfterMembers(ctx) ? endingsStatement() : NO_ENDINGS
}

/** A row where a plan without single sign-on has lifted the requirement, for the same people. */
export function liftedFor(ctx: HttpContext) {
  return looksAfterMembers(ctx) ? LogInPolicy.lifted : NOT_LIFTED
}

function looksAfterMembers({ dashboard }: HttpContext): boolean {
  return dashboard.environment === 'live' && dashboard.may('members')
}
