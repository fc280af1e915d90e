import type { Environment } from '#app/foundation/environment'
import type TenantEntitlements from '#app/tenants/tenant_entitlements'

/** An entry of the rail. */
export interface Section {
  /** What a page names as `current`. */
  readonly key: string
  readonly label: string
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
  readonly title: string
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
    title: '',
    sections: [
      { key: 'home', label: 'Home', icon: 'house', path: '/home' },
      { key: 'documents', label: 'Documents', icon: 'files', path: '/documents' },
      { key: 'templates', label: 'Templates', icon: 'layout-template', path: '/templates' },
      { key: 'analytics', label: 'Analytics', icon: 'chart-column', path: '/analytics' },
      {
        key: 'mailbox',
        label: 'Mailbox',
        icon: 'inbox',
        path: '/mailbox',
        environments: ['test'],
      },
      {
        key: 'clock',
        label: 'Clock',
        icon: 'clock',
        path: '/clock',
        environments: ['test'],
      },
      {
        key: 'reset',
        label: 'Reset',
        icon: 'rotate-ccw',
        path: '/reset',
        environments: ['test'],
      },
      {
        key: 'tenants',
        label: 'Tenants',
        icon: 'building-2',
        path: '/tenants',
        environments: ['live'],
        isFor: (entitlements) => entitlements.isReseller,
      },
      { key: 'notices', label: 'Notices', icon: 'bell', path: '/notices', isOfAccount: true },
    ],
  },
  {
    title: 'Developers',
    sections: [
      { key: 'keys', label: 'API keys', icon: 'key-round', path: '/settings/keys' },
      {
        key: 'webhooks',
        label: 'Webhooks',
        icon: 'webhook',
        path: '/settings/webhooks',
      },
      {
        key: 'integrations',
        label: 'Integrations',
        icon: 'plug',
        path: '/settings/integrations',
      },
      {
        key: 'embedding',
        label: 'Embedding',
        icon: 'app-window',
        path: '/settings/embedding',
      },
      {
        key: 'going_live',
        label: 'Going live',
        icon: 'list-checks',
        path: '/settings/going-live',
        isOfAccount: true,
      },
    ],
  },
  {
    title: 'Settings',
    sections: [
      {
        key: 'members',
        label: 'Members',
        icon: 'users',
        path: '/settings/members',
        isOfAccount: true,
      },
      {
        key: 'teams',
        label: 'Teams',
        icon: 'users-round',
        path: '/settings/teams',
        isOfAccount: true,
      },
      {
        key: 'single_sign_on',
        label: 'Single sign-on',
        icon: 'log-in',
        path: '/settings/single-sign-on',
        isOfAccount: true,
      },
      {
        key: 'usage',
        label: 'Usage and plan',
        icon: 'gauge',
        path: '/settings/usage',
        isOfAccount: true,
      },
      {
        key: 'brand',
        label: 'Brand',
        icon: 'palette',
        path: '/settings/brand',
        isOfAccount: true,
      },
      {
        key: 'domains',
        label: 'Domains',
        icon: 'globe',
        path: '/settings/domains',
        isOfAccount: true,
      },
      {
        key: 'sender',
        label: 'Sender',
        icon: 'at-sign',
        path: '/settings/sender',
        isOfAccount: true,
      },
      {
        key: 'seal',
        label: 'Seal',
        icon: 'stamp',
        path: '/settings/seal',
        isOfAccount: true,
      },
      {
        key: 'data',
        label: 'Data',
        icon: 'database',
        path: '/settings/data',
        isOfAccount: true,
      },
      {
        key: 'security',
        label: 'Security',
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
  mayOpen: (path: string) => boolean
) {
  return GROUPS.map(({ title, sections }) => ({
    title,
    sections: sections
      .filter(
        (section) =>
          isOffered(section, environment) && (!section.isFor || section.isFor(entitlements))
      )
      .map((section) => shown(section, environment))
      .filter(({ href }) => mayOpen(href)),
  })).filter(({ sections }) => sections.length > 0)
}

function isOffered({ environments }: Section, environment: Environment): boolean {
  return !environments || environments.includes(environment)
}

function shown(
  { key, label, icon, path, isOfAccount }: Section,
  environment: Environment
): SectionView {
  const base = environment === 'test' && !isOfAccount ? '/test' : ''
  return { key, label, icon, href: `${base}${path}` }
}
