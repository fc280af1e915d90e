import { record } from '#app/events/record'
import { clock } from '#app/foundation/clock'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import Notice from '../notice.js'
import type { Counted } from './meter.js'
import type { UsageMonth } from './usage_month.js'

/** Percent of a quota at which it is told. */
const THRESHOLDS = [80, 100]

const NOTE = `insert into usage_thresholds (month, name, percent, reached_at) values ($1, $2, $3, $4)
  on conflict do nothing returning percent`

/** Once a month each, in the unit that reaches it: the month's row is locked, so nobody else does at the same time. */
export async function notifyThresholds(
  month: UsageMonth,
  counted: readonly Counted[]
): Promise<void> {
  for (const meter of counted)
    for (const percent of THRESHOLDS.filter((mark) => isReached(mark, meter)))
      await notify(percent, meter, month)
}

function isReached(percent: number, { limit, used, units }: Counted): boolean {
  if (limit === null) return false
  const mark = Math.ceil((limit * percent) / 100)
  return used - units < mark && used >= mark
}

async function notify(
  percent: number,
  { name, used, limit }: Counted,
  { name: period, resetsAt }: UsageMonth
): Promise<void> {
  const values = [period, name, percent, clock.now()]
  const [noted] = await CurrentTenant.batch([{ text: NOTE, values }])
  if (noted.length === 0) return
  const data = { name, threshold: percent, period, used, limit, resetsAt: resetsAt.toISOString() }
  const { tenant } = CurrentTenant.get()
  record({ name: 'usage.threshold_reached', ref: tenant.id, data })
  await Notice.leave('usage.threshold', data)
}
