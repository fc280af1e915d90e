import type {
  DashboardKey,
  DashboardPhrasebook,
} from '#app/foundation/phrases/dashboard_phrasebook'
import type { DashboardSections } from '#app/foundation/phrases/dashboard_sections'
import type { Environment } from '#app/foundation/environment'
import type TenantEntitlements from '#app/tenants/tenant_entitlements'

type PlaceOf<Name> = Name extends `place_${infer Key}` ? Key : never

/** An entry of the rail. */
export interface Section {
  /** What a page names as `current`. */
  readonly key: PlaceOf<keyof DashboardSections['frame']>
  /** From the icon set. */
  readonly icon: string
  readonly path: string
  /** Both, unless given. */
  readonly environments?: readonly Environment[]
  /** Settings of the account are one for both environments, and live at the address without /test. */
  readonly isOfAccount?: boolean
  /** Only for those whom it concerns. */
  readonly isFor?: (entitlements: TenantEntitlements) => boolean
}

interface SectionGroup {
  readonly title: DashboardKey | null
  readonly sections: readonly Section[]
}

export interface SectionView {
  key: string
  label: string
  icon: string
  href: string
}

/** What the rail offers, from top to bottom. */
const GROUPS: readonly SectionGroup[] = [
  {
    title: null,
    sections: [
      { key: 'home', icon: 'house', path: '/home' },
      { key: 'documents', icon: 'files', path: '/documents' },
      { key: 'templates', icon: 'layout-template', path: '/templates' },
      { key: 'analytics', icon: 'chart-column', path: '/analytics' },
      {
        key: 'mailbox',
        icon: 'inbox',
        path: '/mailbox',
        environments: ['test'],
      },
      {
        key: 'clock',
        icon: 'clock',
        path: '/clock',
        environments: ['test'],
      },
      {
        key: 'reset',
        icon: 'rotate-ccw',
        path: '/reset',
        environments: ['test'],
      },
      {
        key: 'tenants',
        icon: 'building-2',
        path: '/tenants',
        environments: ['live'],
        isFor: (entitlements) => entitlements.isReseller,
      },
      { key: 'notices', icon: 'bell', path: '/notices', isOfAccount: true },
    ],
  },
  {
    title: 'frame.developers',
    sections: [
      { key: 'keys', icon: 'key-round', path: '/settings/keys' },
      {
        key: 'webhooks',
        icon: 'webhook',
        path: '/settings/webhooks',
      },
      {
        key: 'integrations',
        icon: 'plug',
        path: '/settings/integrations',
      },
      {
        key: 'embedding',
        icon: 'app-window',
        path: '/settings/embedding',
      },
      {
        key: 'going_live',
        icon: 'list-checks',
        path: '/settings/going-live',
        isOfAccount: true,
      },
    ],
  },
  {
    title: 'frame.settings',
    sections: [
      {
        key: 'members',
        icon: 'users',
        path: '/settings/members',
        isOfAccount: true,
      },
      {
        key: 'teams',
        icon: 'users-round',
        path: '/settings/teams',
        isOfAccount: true,
      },
      {
        key: 'single_sign_on',
        icon: 'log-in',
        path: '/settings/single-sign-on',
        isOfAccount: true,
      },
      {
        key: 'usage',
        icon: 'gauge',
        path: '/settings/usage',
        isOfAccount: true,
      },
      {
        key: 'brand',
        icon: 'palette',
        path: '/settings/brand',
        isOfAccount: true,
      },
      {
        key: 'domains',
        icon: 'globe',
        path: '/settings/domains',
        isOfAccount: true,
      },
      {
        key: 'sender',
        icon: 'at-sign',
        path: '/settings/sender',
        isOfAccount: true,
      },
      {
        key: 'seal',
        icon: 'stamp',
        path: '/settings/seal',
        isOfAccount: true,
      },
      {
        key: 'data',
        icon: 'database',
        path: '/settings/data',
        isOfAccount: true,
      },
      {
        key: 'security',
        icon: 'shield-check',
        path: '/settings/security',
        isOfAccount: true,
      },
    ],
  },
]

/** What somebody finds in the rail who may open these pages; a group of which nothing is left goes without its title. */
export function railOf(
  environment: Environment,
  entitlements: TenantEntitlements,
  mayOpen: (path: string) => boolean,
  { t }: DashboardPhrasebook
) {
  return GROUPS.map(({ title, sections }) => ({
    title: title && t(title),
    sections: sections
      .filter(
        (section) =>
          isOffered(section, environment) && (!section.isFor || section.isFor(entitlements))
      )
      .map((section) => shown(section, environment, t))
      .filter(({ href }) => mayOpen(href)),
  })).filter(({ sections }) => sections.length > 0)
}

function isOffered({ environments }: Section, environment: Environment): boolean {
  return !environments || environments.includes(environment)
}

function shown(
  { key, icon, path, isOfAccount }: Section,
  environment: Environment,
  t: DashboardPhrasebook['t']
): SectionView {
  const base = environment === 'test' && !isOfAccount ? '/test' : ''
  return { key, label: t(`frame.place_${key}`), icon, href: `${base}${path}` }
}
