import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import type { UsageItem } from '#app/tenants/usage/usage'
import type { Meter } from '#app/tenants/usage/meter'
import type { UsageMonth } from '#app/tenants/usage/usage_month'

/** Seats are no quota of a month, and yet are shown with those. */
export type CountedItem = UsageItem<Meter | 'members'>

export interface MeterView extends CountedItem {
  label: string
  /** Null where there is no limit. */
  percent: number | null
  left: number | null
}

export function meterView(item: CountedItem, { t }: DashboardPhrasebook): MeterView {
  const { name, used, limit } = item
  const percent =
    limit === null ? null : Math.min(100, Math.floor((used * 100) / Math.max(1, limit)))
  return {
    ...item,
    label: t(`usage.meter_${name}`),
    percent,
    left: limit === null ? null : Math.max(0, limit - used),
  }
}

/** Why nothing more can be sent, in sentences; none when something can. */
export function barriers(
  items: readonly CountedItem[],
  { resetsAt }: UsageMonth,
  { t, longDay }: DashboardPhrasebook
): string[] {
  return items.flatMap(({ name, limit, used }) =>
    name === 'members' || limit === null || used < limit
      ? []
      : [t(`usage.${name}_used_up`, { limit, day: longDay(resetsAt) })]
  )
}
