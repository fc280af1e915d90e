import { faultOfLine } from '#app/foundation/text_fault'
import { typedText } from '#app/front_door/bodies/typed_text'
import type { Entitlements } from '#app/tenants/plans/entitlements'
import type Plan from '#app/tenants/plans/plan'

const MAX_NAME = 60
const COUNT = /^\d{1,9}$/
const MONEY = /^\d{1,7}(?:\.\d{2})?$/
const SUPPORT = ['none', 'email', 'priority', 'dedicated'] as const

type Kind = 'limit' | 'number' | 'yes' | 'support'

/** What a plan says, in the order in which it is read. A limit may be left empty: then there is none. */
export const ENTRIES: readonly { name: keyof Entitlements; label: string; kind: Kind }[] = [
  { name: 'documentsPerMonth', label: 'Documents a month', kind: 'limit' },
  { name: 'signaturesPerMonth', label: 'Signatures a month', kind: 'limit' },
  { name: 'signersPerDocument', label: 'Signers per document', kind: 'limit' },
  { name: 'members', label: 'Members', kind: 'limit' },
  { name: 'rateLimitPerMinute', label: 'API requests per minute', kind: 'number' },
  { name: 'webhookAttempts', label: 'Attempts per webhook delivery', kind: 'number' },
  { name: 'apiLive', label: 'Live API', kind: 'yes' },
  { name: 'apiFull', label: 'Templates by API', kind: 'yes' },
  { name: 'webhooks', label: 'Webhooks', kind: 'yes' },
  { name: 'fullAudit', label: 'Full audit trail', kind: 'yes' },
  { name: 'customExpiry', label: 'Custom expiry', kind: 'yes' },
  { name: 'analytics', label: 'Analytics', kind: 'yes' },
  { name: 'branding', label: 'Branding', kind: 'yes' },
  { name: 'sso', label: 'Single sign-on', kind: 'yes' },
  { name: 'customDomain', label: 'Own domain', kind: 'yes' },
  { name: 'senderDomain', label: 'Own sender domain', kind: 'yes' },
  { name: 'resell', label: 'Reselling', kind: 'yes' },
  { name: 'dataResidency', label: 'Data residency', kind: 'yes' },
  { name: 'sla', label: 'SLA', kind: 'yes' },
  { name: 'accountManager', label: 'Account manager', kind: 'yes' },
  { name: 'support', label: 'Support', kind: 'support' },
]

/** What was typed, as it was typed. `seen` says which state of the plan it was typed over. */
export type PlanForm = Record<'seen' | 'name' | 'price' | keyof Entitlements, string>

/** A plan as it is to be. */
export interface WantedPlan {
  name: string
  priceCents: number | null
  entitlements: Entitlements
}

export function formOf(plan: Plan): PlanForm {
  const { name, priceCents, entitlements } = plan
  const typed = ENTRIES.map((entry) => [entry.name, typedOf(entitlements[entry.name])])
  const price = priceCents === null ? '' : (priceCents / 100).toFixed(2)
  return { seen: stateOf(plan), name, price, ...Object.fromEntries(typed) }
}

export function stateOf({ updatedAt }: Plan): string {
  return updatedAt.toISOString()
}

export function planForm(body: Record<string, unknown>): PlanForm {
  const names = ['seen', 'name', 'price', ...ENTRIES.map(({ name }) => name)]
  return Object.fromEntries(names.map((name) => [name, typedText(body[name])])) as PlanForm
}

/** @returns the plan, or what is wrong by field */
export function readPlan(
  form: PlanForm
): { wanted: WantedPlan } | { errors: Partial<Record<keyof PlanForm, string>> } {
  const errors: Partial<Record<keyof PlanForm, string>> = {}
  const ofName = form.name ? faultOfLine(form.name, MAX_NAME) : 'Give the plan a name.'
  if (ofName) errors.name = ofName
  if (form.price && !MONEY.test(form.price))
    errors.price =
      'Enter an amount such as 49 or 49.00, or leave it empty for individual agreements.'
  const entitlements: Record<string, unknown> = {}
  for (const { name, kind } of ENTRIES) {
    const fault = faultOf(form[name], kind)
    if (fault) errors[name] = fault
    else entitlements[name] = valueOf(form[name], kind)
  }
  if (Object.keys(errors).length > 0) return { errors }
  const priceCents = form.price ? Math.round(Number(form.price) * 100) : null
  const wanted = { name: form.name, priceCents, entitlements: entitlements as never }
  return { wanted }
}

function typedOf(value: unknown): string {
  if (value === null) return ''
  return typeof value === 'boolean' ? (value ? 'yes' : '') : String(value)
}

function faultOf(text: string, kind: Kind): string | null {
  if (kind === 'limit' && text !== '' && !COUNT.test(text))
    return 'Enter a whole number, or leave it empty for no limit.'
  if (kind === 'number' && !COUNT.test(text)) return 'Enter a whole number.'
  return kind === 'support' && !SUPPORT.some((level) => level === text) ? 'Choose an option.' : null
}

function valueOf(text: string, kind: Kind): unknown {
  if (kind === 'yes') return text === 'yes'
  if (kind === 'support') return text
  return text === '' ? null : Number(text)
}
