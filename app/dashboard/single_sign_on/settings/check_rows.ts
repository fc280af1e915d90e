import { adviceOn } from '#app/single_sign_on/advice'
import { CHECK_NAMES, CHECKS, type Check } from '#app/single_sign_on/gate/check'
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
export function checkRowsOf(attempt: Attempt): CheckRow[] {
  const passed = attempt.passed as unknown as Check[]
  const fault = attempt.fault as unknown as Fault | null
  const rows = CHECK_NAMES.map((check, index): CheckRow => {
    const isFailed = fault?.check === check
    const verdict = isFailed ? 'failed' : passed.includes(check) ? 'passed' : 'not_reached'
    return {
      ...{ check, number: index + 1, text: CHECKS[check], verdict },
      note: noteOn(attempt, check, verdict),
      fault: isFailed ? faultView(fault) : null,
    }
  })
  if (attempt.purpose !== 'log_out') return rows
  return rows.filter(({ verdict }) => verdict !== 'not_reached')
}

function noteOn({ purpose }: Attempt, check: Check, verdict: Verdict): string | null {
  const isUndone = purpose === 'test' && check === 'log_in' && verdict === 'passed'
  return isUndone ? 'It was ended at once: a test logs nobody in.' : null
}

function faultView(fault: Fault): NonNullable<CheckRow['fault']> {
  const { code, expected = null, received = null } = fault
  return { code, expected, received, advice: adviceOn(fault) }
}
