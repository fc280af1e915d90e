import type { HttpContext } from '@adonisjs/core/http'
import { endingsStatement, NO_ENDINGS } from '#app/single_sign_on/provider/end_notices'

/** Certificates whose end comes near, as a statement for the batch of a page: none for those who cannot do anything about it. */
export function endingsFor({ dashboard }: HttpContext) {
  const isAsked = dashboard.environment === 'live' && dashboard.may('members')
  return isAsked ? endingsStatement() : NO_ENDINGS
}
