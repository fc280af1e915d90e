import { adviceOn } from '#app/single_sign_on/advice'
import { CHECKS } from '#app/single_sign_on/gate/check'
import type { Fault } from '#app/single_sign_on/gate/rejection'
import type { RowOf } from '#app/tenancy/row'

const PURPOSES: Record<string, string> = {
  log_in: 'Log-in',
  log_out: 'Log-out',
  test: 'Test',
  signing: 'Signing',
}
const OUTCOMES: Record<string, string> = {
  passed: 'Accepted',
  refused: 'Refused',
  open: 'Accepted, browser not back yet',
}

/** A message of the provider as an administrator reads it: what held, what did not, and what to do. */
export function attemptView(attempt: RowOf<'sso_attempts'>) {
  const fault = attempt.fault as unknown as Fault | null
  return {
    id: attempt.id,
    at: attempt.at,
    what: `${PURPOSES[attempt.purpose] ?? attempt.purpose}: ${OUTCOMES[attempt.outcome]}`,
    isRefused: attempt.outcome === 'refused',
    nameId: attempt.name_id,
    passed: (attempt.passed as unknown as string[]).length,
    fault: fault && {
      code: fault.code,
      check: CHECKS[fault.check],
      expected: fault.expected ?? null,
      received: fault.received ?? null,
      advice: adviceOn(fault),
    },
  }
}
