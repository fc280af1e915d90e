import type { Environment } from '#app/foundation/environment'
import type {
  DashboardKey,
  DashboardPhrasebook,
} from '#app/foundation/phrases/dashboard_phrasebook'
import { KeyPolicy, type KeyAct } from '#app/identity/access/key_policy'
import type { Scope } from '#app/identity/access/scope'
import type TenantEntitlements from '#app/tenants/tenant_entitlements'
import type { DashboardContext } from '../dashboard_context.js'

interface OfferedScope {
  scope: Scope
  text: DashboardKey
  isForResellers?: boolean
  /** The sandbox has nothing that it would let a key do. */
  isForLive?: boolean
  /** What the plan must include for live keys. */
  feature?: 'apiFull' | 'analytics'
}

/** A scope that can be ticked, with what stands in its way until the plan changes. */
interface ChoosableScope extends Omit<OfferedScope, 'text'> {
  text: string
  note: string | null
}

interface ScopeGroup {
  title: DashboardKey
  scopes: readonly OfferedScope[]
}

const GROUPS: readonly ScopeGroup[] = [
  {
    title: 'keys.group_documents',
    scopes: [
      { scope: 'documents:read', text: 'keys.scope_documents_read' },
      { scope: 'documents:write', text: 'keys.scope_documents_write' },
      { scope: 'templates:read', text: 'keys.scope_templates_read', feature: 'apiFull' },
      {
        scope: 'templates:write',
        text: 'keys.scope_templates_write',
        feature: 'apiFull',
      },
      { scope: 'links:read', text: 'keys.scope_links_read' },
      { scope: 'values:read', text: 'keys.scope_values_read' },
      { scope: 'documents:erase', text: 'keys.scope_documents_erase' },
    ],
  },
  {
    title: 'keys.group_evidence',
    scopes: [
      { scope: 'audit:read', text: 'keys.scope_audit_read' },
      {
        scope: 'analytics:read',
        text: 'keys.scope_analytics_read',
        feature: 'analytics',
      },
      { scope: 'security:read', text: 'keys.scope_security_read', isForLive: true },
      { scope: 'usage:read', text: 'keys.scope_usage_read' },
    ],
  },
  {
    title: 'keys.group_webhooks',
    scopes: [
      { scope: 'webhooks:read', text: 'keys.scope_webhooks_read' },
      { scope: 'webhooks:write', text: 'keys.scope_webhooks_write' },
    ],
  },
  {
    title: 'keys.group_tenants',
    scopes: [
      {
        scope: 'tenants:read',
        text: 'keys.scope_tenants_read',
        isForResellers: true,
      },
      {
        scope: 'tenants:write',
        text: 'keys.scope_tenants_write',
        isForResellers: true,
      },
    ],
  },
]

/** The least that is of any use. */
export const FIRST_CHOICE: readonly Scope[] = ['documents:read']

const READ_ONLY: readonly Scope[] = ['documents:read', 'audit:read', 'webhooks:read', 'usage:read']
const SENDING: readonly Scope[] = ['documents:read', 'documents:write']

export interface Giver {
  dashboard: DashboardContext
  entitlements: TenantEntitlements
  phrases: DashboardPhrasebook
}

/** What somebody may let a key do, in groups; what the key may do already stays in sight. */
export function scopeChoice(giver: Giver, has: readonly Scope[] = []) {
  const { dashboard, entitlements } = giver
  const { t } = giver.phrases
  const isLive = dashboard.environment === 'live'
  const isReseller = entitlements.isReseller && isLive
  return GROUPS.map(({ title, scopes }) => ({
    title: t(title),
    scopes: scopes
      .filter(
        ({ scope, isForResellers, isForLive }) =>
          mayWithKey('issue', [scope], dashboard) &&
          (has.includes(scope) || ((!isForResellers || isReseller) && (!isForLive || isLive)))
      )
      .map((one): ChoosableScope => ({ ...one, text: t(one.text), note: noteOf(one, giver) })),
  })).filter(({ scopes }) => scopes.length > 0)
}

function noteOf({ feature }: OfferedScope, { entitlements, phrases }: Giver): string | null {
  return !feature || entitlements.may(feature)
    ? null
    : phrases.t('keys.no_effect', { plan: entitlements.planName, feature })
}

export type ScopeChoice = ReturnType<typeof scopeChoice>

export function scopesOf(choice: ScopeChoice): Scope[] {
  return choice.flatMap(({ scopes }) => scopes.map(({ scope }) => scope))
}

/** Sets that are ticked at once. */
export function presetsOf(choice: ScopeChoice, { t }: DashboardPhrasebook) {
  const offered = scopesOf(choice)
  return [
    { label: t('keys.read_only'), scopes: READ_ONLY },
    { label: t('keys.sends'), scopes: SENDING },
    { label: t('keys.everything'), scopes: offered },
  ].filter(({ scopes }) => scopes.every((scope) => offered.includes(scope)))
}

/** Whether somebody may do this with a key that has these scopes. */
export function mayWithKey(
  act: KeyAct,
  scopes: readonly Scope[],
  dashboard: DashboardContext
): boolean {
  return KeyPolicy.may(act, scopes, (right) => dashboard.may(right))
}

/** With their words, in the order of the form. */
export function scopeWords(scopes: readonly Scope[], { t }: DashboardPhrasebook) {
  return GROUPS.flatMap((group) => group.scopes)
    .filter(({ scope }) => scopes.includes(scope))
    .map(({ scope, text }) => ({ scope, text: t(text) }))
}

/** In a few words, for a list. */
export function scopeSummary(
  scopes: readonly Scope[],
  environment: Environment,
  phrases: DashboardPhrasebook
): string {
  const { t } = phrases
  if (isSame(scopes, READ_ONLY)) return t('keys.read_only')
  if (isSame(scopes, SENDING)) return t('keys.sends')
  const all = GROUPS.flatMap((group) => group.scopes).filter(
    ({ isForResellers, isForLive }) => environment === 'live' || !(isForResellers || isForLive)
  )
  if (all.every(({ scope }) => scopes.includes(scope))) return t('keys.everything')
  const [first = { scope: '' }] = scopeWords(scopes, phrases)
  const more = scopes.length - 1
  return more > 0 ? t('common.and_more', { first: first.scope, count: more }) : first.scope
}

function isSame(some: readonly Scope[], others: readonly Scope[]): boolean {
  return some.length === others.length && others.every((scope) => some.includes(scope))
}
