import { DAY_MS, HOUR_MS } from '#app/foundation/duration'
import type { DashboardKey } from '#app/foundation/phrases/dashboard_phrasebook'

/** How far back a list may be asked to go. */
export const PERIODS = {
  '1h': { label: 'common.last_hour', ms: HOUR_MS },
  '24h': { label: 'common.last_day', ms: DAY_MS },
  '7d': { label: 'common.last_week', ms: 7 * DAY_MS },
} as const satisfies Record<string, { label: DashboardKey; ms: number }>
