import { clock } from '#app/foundation/clock'
import { DAY_MS } from '#app/foundation/duration'
import { faultOfLine } from '#app/foundation/text_fault'
import { typedText } from '#app/front_door/bodies/typed_text'
import type { Entitlements } from '#app/tenants/plans/entitlements'

const MAX_REASON = 300
const MAX_DAYS = 730
const DATE = /^\d{4}-\d{2}-\d{2}$/
const NUMBER = /^\d{1,9}$/

/** What can be given by hand, and whether it is a number (left empty: no limit) or a yes. */
export const GRANTABLE: Partial<Record<keyof Entitlements, { label: string; isNumber: boolean }>> =
  {
    documentsPerMonth: { label: 'Documents a month', isNumber: true },
    signaturesPerMonth: { label: 'Signatures a month', isNumber: true },
    signersPerDocument: { label: 'Signers per document', isNumber: true },
    members: { label: 'Members', isNumber: true },
    rateLimitPerMinute: { label: 'API requests per minute', isNumber: true },
    apiLive: { label: 'Live API', isNumber: false },
    apiFull: { label: 'Templates by API', isNumber: false },
    webhooks: { label: 'Webhooks', isNumber: false },
    fullAudit: { label: 'Full audit trail', isNumber: false },
    customExpiry: { label: 'Custom expiry', isNumber: false },
    analytics: { label: 'Analytics', isNumber: false },
    branding: { label: 'Branding', isNumber: false },
    sso: { label: 'Single sign-on', isNumber: false },
    customDomain: { label: 'Own domain', isNumber: false },
    senderDomain: { label: 'Own sender domain', isNumber: false },
    resell: { label: 'Reselling', isNumber: false },
  }

export interface GrantForm {
  what: string
  value: string
  until: string
  reason: string
}

/** A grant as it is stored: a plan on trial, or one entitlement. */
export interface Granted {
  planKey: string | null
  entitlement: string | null
  value: boolean | number | null
  until: Date
  reason: string
}

export function grantForm(body: Record<string, unknown>): GrantForm {
  const { what, value, until, reason } = body
  return {
    what: typedText(what),
    value: typedText(value),
    until: typedText(until),
    reason: typedText(reason),
  }
}

/** @returns what to store, or what is wrong by field */
export function readGrant(
  form: GrantForm,
  plans: readonly string[]
): { granted: Granted } | { errors: Record<string, string> } {
  const errors: Record<string, string> = {}
  const [kind, name] = form.what.split(':')
  const isPlan = kind === 'plan' && plans.includes(name)
  const entitlement = kind === 'entitlement' ? GRANTABLE[name as keyof Entitlements] : undefined
  if (!isPlan && !entitlement) errors.what = 'Choose what to grant.'
  const until = endOfDay(form.until)
  if (!until) errors.until = `Choose a day within the next ${MAX_DAYS} days.`
  const fault = form.reason ? faultOfLine(form.reason, MAX_REASON) : 'Enter a reason.'
  if (fault) errors.reason = fault
  const isNumber = entitlement?.isNumber ?? false
  if (isNumber && form.value && !NUMBER.test(form.value))
    errors.value = 'Enter a whole number, or leave it empty for no limit.'
  if (!until || Object.keys(errors).length > 0) return { errors }
  const value = isPlan ? null : isNumber ? (form.value ? Number(form.value) : null) : true
  return {
    granted: {
      planKey: isPlan ? name : null,
      entitlement: isPlan ? null : name,
      ...{ value, until, reason: form.reason },
    },
  }
}

/** Grants end at the end of their last day, in UTC. */
function endOfDay(text: string): Date | null {
  if (!DATE.test(text)) return null
  const end = new Date(Date.parse(`${text}T00:00:00Z`) + DAY_MS)
  const awayMs = end.getTime() - clock.now().getTime()
  return awayMs > 0 && awayMs <= MAX_DAYS * DAY_MS ? end : null
}
