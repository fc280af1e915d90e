import { DAY_MS, HOUR_MS } from '#app/foundation/duration'

/** How far back a list may be asked to go. */
export const PERIODS = {
  '1h': { label: 'Last hour', ms: HOUR_MS },
  '24h': { label: 'Last 24 hours', ms: DAY_MS },
  '7d': { label: 'Last 7 days', ms: 7 * DAY_MS },
} as const
