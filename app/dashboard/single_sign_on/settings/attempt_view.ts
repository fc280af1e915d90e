import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { adviceOn } from '#app/single_sign_on/advice'
import type { Purpose } from '#app/single_sign_on/attempt'
import type { Fault } from '#app/single_sign_on/gate/rejection'
import type { RowOf } from '#app/tenancy/row'

/** A message of the provider as an administrator reads it: what held, what did not, and what to do. */
export function attemptView(attempt: RowOf<'sso_attempts'>, phrases: DashboardPhrasebook) {
  const { t } = phrases
  const purpose = attempt.purpose as Purpose
  const fault = attempt.fault as unknown as Fault | null
  return {
    id: attempt.id,
    at: attempt.at,
    what: t(`single_sign_on.attempt_${purpose}`, { outcome: attempt.outcome }),
    isRefused: attempt.outcome === 'refused',
    nameId: attempt.name_id,
    passed: (attempt.passed as unknown as string[]).length,
    fault: fault && {
      code: fault.code,
      check: t(`single_sign_on.check_${fault.check}`),
      expected: fault.expected ?? null,
      received: fault.received ?? null,
      advice: adviceOn(fault, phrases),
    },
  }
}
