import { WORDS } from './security_lines.js'

interface Area {
  label: string
  /** What its actions begin with. */
  of: readonly string[]
}

/** Actions that are looked for together. */
export const AREAS = {
  log_ins: { label: 'Log-ins', of: ['log_in.', 'session.'] },
  factors: {
    label: 'Passwords and second factors',
    of: ['password.', 'second_factor.', 'passkey.'],
  },
  members: { label: 'Members', of: ['member.', 'address.', 'ownership.', 'team.'] },
  sso: { label: 'Single sign-on and SCIM', of: ['sso.', 'directory.'] },
  keys: { label: 'API keys', of: ['key.', 'integration.'] },
  webhooks: { label: 'Webhooks', of: ['webhook.'] },
  support: { label: 'Support', of: ['support.'] },
  looks: { label: 'Brand, domains and email', of: ['brand.', 'domain.', 'sender.'] },
  seals: { label: 'Seals', of: ['seal_'] },
  plan: { label: 'Plan and tenants', of: ['plan.', 'prices.', 'tenant.', 'handover.'] },
} as const satisfies Record<string, Area>

/** The actions of an area; of `other`, those that no area has. */
export function actionsOf(area: keyof typeof AREAS | 'other'): string[] {
  const others = Object.values(AREAS).flatMap(({ of }): readonly string[] => of)
  const beginnings: readonly string[] = area === 'other' ? others : AREAS[area].of
  return Object.keys(WORDS).filter(
    (action) => beginnings.some((one) => action.startsWith(one)) !== (area === 'other')
  )
}
