import { clock } from '#app/foundation/clock'
import { DAY_MS, HOUR_MS } from '#app/foundation/duration'
import { healthHistory } from '#app/monitoring/samples/health_history'
import type { Values } from '#app/monitoring/samples/sample'

/** What all processes have counted within a day. */
export interface DayFigures {
  mails: number
  mailsGivenUp: number
  deliveries: number
  deliveriesExhausted: number
  seals: number
  errors: number
}

/** @returns null where nothing was measured */
export async function dayFigures(): Promise<DayFigures | null> {
  const since = new Date(clock.now().getTime() - DAY_MS)
  const steps = await healthHistory(since, HOUR_MS)
  if (steps.length === 0) return null
  const sum = (name: string) =>
    steps.reduce((total, { totals }: { totals: Values }) => total + (totals[name] ?? 0), 0)
  return {
    mails: sum('mails.accepted'),
    mailsGivenUp: sum('mails.given_up'),
    deliveries: sum('attempts.delivered'),
    deliveriesExhausted: sum('attempts.exhausted'),
    seals: sum('seals.sealed'),
    errors: sum('requests.5xx'),
  }
}
