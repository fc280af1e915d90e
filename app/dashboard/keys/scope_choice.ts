import type { Environment } from '#app/foundation/environment'
import { KeyPolicy, type KeyAct } from '#app/identity/access/key_policy'
import type { Scope } from '#app/identity/access/scope'
import { FEATURE_WORDS, type Feature } from '#app/tenants/plans/entitlements'
import type TenantEntitlements from '#app/tenants/tenant_entitlements'
import type { DashboardContext } from '../dashboard_context.js'

interface OfferedScope {
  scope: Scope
  text: string
  isForResellers?: boolean
  /** The sandbox has nothing that it would let a key do. */
  isForLive?: boolean
  /** What the plan must include for live keys. */
  feature?: Feature
}

/** A scope that can be ticked, with what stands in its way until the plan changes. */
interface ChoosableScope extends OfferedScope {
  note: string | null
}

interface ScopeGroup {
  title: string
  scopes: readonly OfferedScope[]
}

const GROUPS: readonly ScopeGroup[] = [
  {
    title: 'Documents',
    scopes: [
      { scope: 'documents:read', text: 'See documents and download their files' },
      { scope: 'documents:write', text: 'Create, send, remind, extend and void' },
      { scope: 'templates:read', text: 'See templates', feature: 'apiFull' },
      {
        scope: 'templates:write',
        text: 'Create, change and archive templates',
        feature: 'apiFull',
      },
      { scope: 'links:read', text: 'See signing links, with which anyone can sign' },
      { scope: 'values:read', text: 'Read what signers filled in, field by field' },
      { scope: 'documents:erase', text: 'Erase documents permanently' },
    ],
  },
  {
    title: 'Evidence and usage',
    scopes: [
      { scope: 'audit:read', text: 'Read audit trails' },
      {
        scope: 'analytics:read',
        text: 'Read figures about documents',
        feature: 'analytics',
      },
      { scope: 'security:read', text: 'Read the security log of the account', isForLive: true },
      { scope: 'usage:read', text: 'See how much of the plan is used' },
    ],
  },
  {
    title: 'Webhooks and events',
    scopes: [
      { scope: 'webhooks:read', text: 'See endpoints, deliveries and events' },
      { scope: 'webhooks:write', text: 'Add, change and delete endpoints; repeat deliveries' },
    ],
  },
  {
    title: 'Tenants',
    scopes: [
      {
        scope: 'tenants:read',
        text: 'See the tenants below this account',
        isForResellers: true,
      },
      {
        scope: 'tenants:write',
        text: 'Create, change, suspend and delete them',
        isForResellers: true,
      },
    ],
  },
]

/** The least that is of any use. */
export const FIRST_CHOICE: readonly Scope[] = ['documents:read']

const READ_ONLY: readonly Scope[] = ['documents:read', 'audit:read', 'webhooks:read', 'usage:read']
const SENDING: readonly Scope[] = ['documents:read', 'documents:write']
const SHOWN_IN_LIST = 1

export interface Giver {
  dashboard: DashboardContext
  entitlements: TenantEntitlements
}

/** What somebody may let a key do, in groups; what the key may do already stays in sight. */
export function scopeChoice({ dashboard, entitlements }: Giver, has: readonly Scope[] = []) {
  const isLive = dashboard.environment === 'live'
  const isReseller = entitlements.isReseller && isLive
  return GROUPS.map(({ title, scopes }) => ({
    title,
    scopes: scopes
      .filter(
        ({ scope, isForResellers, isForLive }) =>
          mayWithKey('issue', [scope], dashboard) &&
          (has.includes(scope) || ((!isForResellers || isReseller) && (!isForLive || isLive)))
      )
      .map((one): ChoosableScope => ({ ...one, note: noteOf(one, entitlements) })),
  })).filter(({ scopes }) => scopes.length > 0)
}

function noteOf({ feature }: OfferedScope, entitlements: TenantEntitlements): string | null {
  return !feature || entitlements.may(feature)
    ? null
    : `Of no effect yet: the ${entitlements.planName} plan does not include ${FEATURE_WORDS[feature]}.`
}

export type ScopeChoice = ReturnType<typeof scopeChoice>

export function scopesOf(choice: ScopeChoice): Scope[] {
  return choice.flatMap(({ scopes }) => scopes.map(({ scope }) => scope))
}

/** Sets that are ticked at once. */
export function presetsOf(choice: ScopeChoice) {
  const offered = scopesOf(choice)
  return [
    { label: 'Read only', scopes: READ_ONLY },
    { label: 'Send documents', scopes: SENDING },
    { label: 'Everything', scopes: offered },
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
export function scopeWords(scopes: readonly Scope[]) {
  return GROUPS.flatMap((group) => group.scopes).filter(({ scope }) => scopes.includes(scope))
}

/** In a few words, for a list. */
export function scopeSummary(scopes: readonly Scope[], environment: Environment): string {
  if (isSame(scopes, READ_ONLY)) return 'Read only'
  if (isSame(scopes, SENDING)) return 'Send documents'
  const all = GROUPS.flatMap((group) => group.scopes).filter(
    ({ isForResellers, isForLive }) => environment === 'live' || !(isForResellers || isForLive)
  )
  if (all.every(({ scope }) => scopes.includes(scope))) return 'Everything'
  const more = scopes.length - SHOWN_IN_LIST
  const shown = scopeWords(scopes).map(({ scope }) => scope)
  return more > 0
    ? `${shown.slice(0, SHOWN_IN_LIST).join(', ')} and ${String(more)} more`
    : shown.join(', ')
}

function isSame(some: readonly Scope[], others: readonly Scope[]): boolean {
  return some.length === others.length && others.every((scope) => some.includes(scope))
}
