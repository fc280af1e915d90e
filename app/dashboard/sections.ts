import type { Environment } from '#app/foundation/environment'
import type { Right } from '#app/identity/access/right'
import type TenantEntitlements from '#app/tenants/tenant_entitlements'

/** An entry of the rail. */
export interface Section {
  /** What a page names as `current`. */
  readonly key: string
  readonly label: string
  /** From the icon set. */
  readonly icon: string
  readonly path: string
  /** None for what everybody sees. */
  readonly right?: Right
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

export interface ShownSection {
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
      { key: 'documents', label: 'Documents', icon: 'files', path: '/documents' },
      {
        key: 'mailbox',
        label: 'Mailbox',
        icon: 'inbox',
        path: '/mailbox',
        right: 'mailbox',
        environments: ['test'],
      },
      {
        key: 'clock',
        label: 'Clock',
        icon: 'clock',
        path: '/clock',
        right: 'keys',
        environments: ['test'],
      },
      {
        key: 'reset',
        label: 'Reset',
        icon: 'rotate-ccw',
        path: '/reset',
        right: 'keys',
        environments: ['test'],
      },
      {
        key: 'tenants',
        label: 'Tenants',
        icon: 'building-2',
        path: '/tenants',
        right: 'tenants',
        environments: ['live'],
        isFor: (entitlements) => entitlements.isReseller,
      },
      { key: 'notices', label: 'Notices', icon: 'bell', path: '/notices', isOfAccount: true },
    ],
  },
  {
    title: 'Developers',
    sections: [
      { key: 'keys', label: 'API keys', icon: 'key-round', path: '/settings/keys', right: 'keys' },
      {
        key: 'webhooks',
        label: 'Webhooks',
        icon: 'webhook',
        path: '/settings/webhooks',
        right: 'webhooks',
      },
      {
        key: 'integrations',
        label: 'Integrations',
        icon: 'plug',
        path: '/settings/integrations',
        right: 'integrations',
      },
      {
        key: 'going_live',
        label: 'Going live',
        icon: 'list-checks',
        path: '/settings/going-live',
        right: 'keys',
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
        right: 'members',
        isOfAccount: true,
      },
      {
        key: 'usage',
        label: 'Usage and plan',
        icon: 'gauge',
        path: '/settings/usage',
        right: 'usage',
        isOfAccount: true,
      },
      {
        key: 'brand',
        label: 'Brand',
        icon: 'palette',
        path: '/settings/brand',
        right: 'brand',
        isOfAccount: true,
      },
      {
        key: 'domains',
        label: 'Domains',
        icon: 'globe',
        path: '/settings/domains',
        right: 'domains',
        isOfAccount: true,
      },
      {
        key: 'sender',
        label: 'Sender',
        icon: 'at-sign',
        path: '/settings/sender',
        right: 'sender',
        isOfAccount: true,
      },
      {
        key: 'data',
        label: 'Data',
        icon: 'database',
        path: '/settings/data',
        right: 'data',
        isOfAccount: true,
      },
      {
        key: 'security',
        label: 'Security',
        icon: 'shield-check',
        path: '/settings/security',
        right: 'security',
        isOfAccount: true,
      },
    ],
  },
]

/** What somebody with these rights finds in the rail; a group of which nothing is left goes without its title. */
export function railOf(
  environment: Environment,
  entitlements: TenantEntitlements,
  may: (right: Right) => boolean
) {
  return GROUPS.map(({ title, sections }) => ({
    title,
    sections: sections
      .filter(
        (section) =>
          isOffered(section, environment) &&
          (!section.right || may(section.right)) &&
          (!section.isFor || section.isFor(entitlements))
      )
      .map((section) => shown(section, environment)),
  })).filter(({ sections }) => sections.length > 0)
}

function isOffered({ environments }: Section, environment: Environment): boolean {
  return !environments || environments.includes(environment)
}

function shown(
  { key, label, icon, path, isOfAccount }: Section,
  environment: Environment
): ShownSection {
  const base = environment === 'test' && !isOfAccount ? '/test' : ''
  return { key, label, icon, href: `${base}${path}` }
}
