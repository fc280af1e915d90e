import type { ReadEntry } from '#app/audit/audit_trail'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'

type Entry = Pick<ReadEntry, 'body' | 'personal'>

const LIMITS = ['account_limit', 'number_limit'] as const
const CODES = ['code', 'email_code', 'sms_code'] as const

/** What the trail says of codes, after the name of the person who did it. */
export function codeSent(
  { body, personal: { to } }: Entry,
  _: unknown,
  { t }: DashboardPhrasebook
): string {
  const way = wayOf(body.details.method)
  return to ? t(`trails.code_sent_${way}_to`, { to }) : t(`trails.code_sent_${way}`)
}

export function codeNotSent(
  { body, personal: { to } }: Entry,
  _: unknown,
  { t }: DashboardPhrasebook
): string {
  const way = wayOf(body.details.method)
  const code = reasonIn(body.details.code, t)
  return to
    ? t(`trails.code_failed_${way}_to`, { to, code })
    : t(`trails.code_failed_${way}`, { code })
}

export function codeEntered({ body }: Entry, _: unknown, { t }: DashboardPhrasebook): string {
  return t(`trails.entered_${CODES.find((one) => one === body.details.method) ?? 'code'}`)
}

/** The provider's own number for it, or which limit of a day was reached. */
function reasonIn(code: unknown, t: DashboardPhrasebook['t']): string {
  const limit = LIMITS.find((one) => one === code)
  return limit ? t(`trails.code_${limit}`) : String(code)
}

function wayOf(method: unknown): 'sms' | 'email' {
  return method === 'sms_code' ? 'sms' : 'email'
}
