import type { DashboardKey } from '#app/foundation/phrases/dashboard_phrasebook'
import { WORDS } from './security_words.js'

interface Area {
  label: DashboardKey
  /** What its actions begin with. */
  of: readonly string[]
}

/** Actions that are looked for together. */
export const AREAS = {
  log_ins: { label: 'security.area_log_ins', of: ['log_in.', 'session.'] },
  factors: {
    label: 'security.area_factors',
    of: ['password.', 'second_factor.', 'passkey.'],
  },
  members: { label: 'security.area_members', of: ['member.', 'address.', 'ownership.', 'team.'] },
  sso: { label: 'security.area_sso', of: ['sso.', 'directory.'] },
  keys: { label: 'security.area_keys', of: ['key.', 'integration.'] },
  webhooks: { label: 'security.area_webhooks', of: ['webhook.'] },
  support: { label: 'security.area_support', of: ['support.'] },
  looks: { label: 'security.area_looks', of: ['brand.', 'domain.', 'sender.'] },
  seals: { label: 'security.area_seals', of: ['seal_'] },
  plan: { label: 'security.area_plan', of: ['plan.', 'prices.', 'tenant.', 'handover.'] },
} as const satisfies Record<string, Area>

/** The actions of an area; of `other`, those that no area has. */
export function actionsOf(area: keyof typeof AREAS | 'other'): string[] {
  const others = Object.values(AREAS).flatMap(({ of }): readonly string[] => of)
  const beginnings: readonly string[] = area === 'other' ? others : AREAS[area].of
  return Object.keys(WORDS).filter(
    (action) => beginnings.some((one) => action.startsWith(one)) !== (area === 'other')
  )
}
