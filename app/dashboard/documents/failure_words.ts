import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { isIdentityFailure } from '#app/signing/identity/identity_failure'
import { ACCESS_FAILURES, isAccessFailure } from '#app/signing/links/access_failure'

type Say = DashboardPhrasebook['t']

/** Why somebody has not proved who they are; what no release of ours has written stays as it is. */
export function identityFailureWords(reason: unknown, t: Say): string {
  return isIdentityFailure(reason) ? t(`trail.${reason}`) : String(reason ?? '')
}

/** Why a signing link let nobody in; the same. */
export function accessFailureWords(reason: unknown, t: Say): string {
  const code = String(reason ?? '')
  return isAccessFailure(code) ? t(ACCESS_FAILURES[code]) : code
}
