import { clock } from '#app/foundation/clock'
import { DAY_MS } from '#app/foundation/duration'
import { faultOfLine } from '#app/foundation/text_fault'
import { typedText } from '#app/front_door/bodies/typed_text'
import type { Entitlements } from '#app/tenants/plans/entitlements'

const MAX_REASON = 300
const MAX_DAYS = 730
const DATE = /^\d{4}-\d{2}-\d{2}$/
const NUMBER = /^\d{1,9}$/

type Kind = 'limit' | 'number' | 'yes'

/** What can be given by hand. A limit may be left empty: then there is none; a number may not. */
export const GRANTABLE: Partial<Record<keyof Entitlements, { label: string; kind: Kind }>> = {
  documentsPerMonth: { label: 'Documents a month', kind: 'limit' },
  signaturesPerMonth: { label: 'Signatures a month', kind: 'limit' },
  signersPerDocument: { label: 'Signers per document', kind: 'limit' },
  members: { label: 'Members', kind: 'limit' },
  rateLimitPerMinute: { label: 'API requests per minute', kind: 'number' },
  apiLive: { label: 'Live API', kind: 'yes' },
  apiFull: { label: 'Templates by API', kind: 'yes' },
  webhooks: { label: 'Webhooks', kind: 'yes' },
  fullAudit: { label: 'Full audit trail', kind: 'yes' },
  customExpiry: { label: 'Custom expiry', kind: 'yes' },
  analytics: { label: 'Analytics', kind: 'yes' },
  branding: { label: 'Branding', kind: 'yes' },
  sso: { label: 'Single sign-on', kind: 'yes' },
  customDomain: { label: 'Own domain', kind: 'yes' },
  senderDomain: { label: 'Own sender domain', kind: 'yes' },
  resell: { label: 'Reselling', kind: 'yes' },
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
  const ofValue = entitlement && faultOf(form.value, entitlement.kind)
  if (ofValue) errors.value = ofValue
  if (!until || Object.keys(errors).length > 0) return { errors }
  const value = entitlement ? valueOf(form.value, entitlement.kind) : null
  return {
    granted: {
      planKey: isPlan ? name : null,
      entitlement: isPlan ? null : name,
      ...{ value, until, reason: form.reason },
    },
  }
}

function faultOf(text: string, kind: Kind): string | null {
  if (kind === 'yes' || NUMBER.test(text)) return null
  if (kind === 'number') return 'Enter a whole number.'
  return text === '' ? null : 'Enter a whole number, or leave it empty for no limit.'
}

function valueOf(text: string, kind: Kind): boolean | number | null {
  if (kind === 'yes') return true
  return text === '' ? null : Number(text)
}

/** Grants end at the end of their last day, in UTC. */
function endOfDay(text: string): Date | null {
  if (!DATE.test(text)) return null
  const end = new Date(Date.parse(`${text}T00:00:00Z`) + DAY_MS)
  const awayMs = end.getTime() - clock.now().getTime()
  return awayMs > 0 && awayMs <= MAX_DAYS * DAY_MS ? end : null
}
