import type { UsageItem } from '#app/tenants/usage/usage'
import type { UsageMonth } from '#app/tenants/usage/usage_month'

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

export interface MeterView extends UsageItem {
  label: string
  /** Null where there is no limit. */
  percent: number | null
  left: number | null
}

const LABELS: Record<string, string> = {
  documents: 'Documents sent',
  signatures: 'Signatures requested',
  members: 'Members',
}

export function meterView(item: UsageItem): MeterView {
  const { name, used, limit } = item
  const percent =
    limit === null ? null : Math.min(100, Math.floor((used * 100) / Math.max(1, limit)))
  return {
    ...item,
    label: LABELS[name],
    percent,
    left: limit === null ? null : Math.max(0, limit - used),
  }
}

/** Why nothing more can be sent, in sentences; none when something can. */
export function barriers(items: readonly UsageItem[], { resetsAt }: UsageMonth): string[] {
  return items
    .filter(({ name, limit, used }) => name !== 'members' && limit !== null && used >= limit)
    .map(
      ({ name, limit }) =>
        `All ${String(limit)} ${name} of this month are used. You can send the next on ${DAY.format(resetsAt)} (UTC), when counting starts again, or as soon as your plan changes. Documents already sent can still be signed.`
    )
}
