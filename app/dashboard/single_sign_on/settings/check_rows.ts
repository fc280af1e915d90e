import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { adviceOn } from '#app/single_sign_on/advice'
import { CHECK_NAMES, type Check } from '#app/single_sign_on/gate/check'
import type { Fault } from '#app/single_sign_on/gate/rejection'
import type { RowOf } from '#app/tenancy/row'

export type Verdict = 'passed' | 'failed' | 'not_reached'

/** One of the 19 checks, and what it found. */
export interface CheckRow {
  check: Check
  number: number
  text: string
  verdict: Verdict
  /** A session that a test opened and undid, for example; null for most. */
  note: string | null
  fault: { code: string; expected: string | null; received: string | null; advice: string } | null
}

type Attempt = Pick<RowOf<'sso_attempts'>, 'purpose' | 'passed' | 'fault'>

/** All checks in their order; of a log-out those alone that it has. */
export function checkRowsOf(attempt: Attempt, phrases: DashboardPhrasebook): CheckRow[] {
  const { t } = phrases
  const passed = attempt.passed as unknown as Check[]
  const fault = attempt.fault as unknown as Fault | null
  const rows = CHECK_NAMES.map((check, index): CheckRow => {
    const isFailed = fault?.check === check
    const verdict = isFailed ? 'failed' : passed.includes(check) ? 'passed' : 'not_reached'
    return {
      ...{ check, number: index + 1, text: t(`single_sign_on.check_${check}`), verdict },
      note: isUndone(attempt, check, verdict) ? t('single_sign_on.undone') : null,
      fault: isFailed ? faultView(fault, phrases) : null,
    }
  })
  if (attempt.purpose !== 'log_out') return rows
  return rows.filter(({ verdict }) => verdict !== 'not_reached')
}

/** A session that a test opened. */
function isUndone({ purpose }: Attempt, check: Check, verdict: Verdict): boolean {
  return purpose === 'test' && check === 'log_in' && verdict === 'passed'
}

function faultView(fault: Fault, phrases: DashboardPhrasebook): NonNullable<CheckRow['fault']> {
  const { code, expected = null, received = null } = fault
  return { code, expected, received, advice: adviceOn(fault, phrases) }
}
