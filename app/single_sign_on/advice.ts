import { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import type { Fault } from './gate/rejection.js'

/** What an administrator can do about it. */
export function adviceOn(
  { code }: Pick<Fault, 'code'>,
  { t, has } = DashboardPhrasebook.speaking('en')
): string {
  const key = `single_sign_on.advice_${code.toLowerCase()}`
  return t(has(key) ? key : 'single_sign_on.advice_other')
}
