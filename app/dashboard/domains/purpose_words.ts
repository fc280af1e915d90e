import type {
  DashboardKey,
  DashboardPhrasebook,
} from '#app/foundation/phrases/dashboard_phrasebook'
import { PURPOSES, type Purpose } from '#app/tenants/domains/domain'

/** What a host may be for, as the people of a tenant call it. */
const NAMES = {
  app: 'domains.purpose_app',
  signing: 'domains.purpose_signing',
  api: 'domains.purpose_api',
} as const satisfies Record<Purpose, DashboardKey>

export function purposeNames(purposes: readonly Purpose[], { t }: DashboardPhrasebook): string {
  return PURPOSES.filter((purpose) => purposes.includes(purpose))
    .map((purpose) => t(NAMES[purpose]))
    .join(', ')
}
