import db from '@adonisjs/lucid/services/db'
import { HOUR_MS, MINUTE_MS } from '#app/foundation/duration'

const HOURS = 90 * 24

/** What a service has measured that was busy by day, stood still for two hours once, and whose mails are late now. */
export async function measureMonths(): Promise<void> {
  const now = Date.now()
  const hours = Array.from({ length: HOURS }, (_, hour) => ({
    ...{ span: 'hour', source: 'all', at: new Date(now - (hour + 3) * HOUR_MS) },
    ...figuresOf(hour + 3, 60),
  }))
  const minutes = Array.from({ length: 180 }, (_, minute) => ({
    ...{ span: 'minute', source: 'web-a', at: new Date(now - minute * MINUTE_MS) },
    ...figuresOf(minute / 60, 1, minute < 10),
  }))
  const platform = db.connection('platform')
  await platform.from('health_samples').delete()
  await platform.table('health_samples').multiInsert([...hours, ...minutes])
}

function figuresOf(hour: number, minutes: number, isLate = false) {
  const busy = minutes * (20 + Math.round(15 * Math.sin(hour / 4)))
  const isStill = hour > 400 && hour < 403
  const late = isStill ? minutes : 0
  return {
    totals: {
      ...{ 'requests.2xx': busy * 40, 'requests.3xx': busy * 4, 'requests.4xx': busy },
      ...{ 'requests.5xx': isStill ? busy : 0, 'pool.slow': Math.round(busy / 9) },
      ...{ 'attempts.delivered': busy * 3, 'attempts.pending': busy, 'mails.accepted': busy },
      ...{ 'mails.put_off': Math.round(busy / 20), 'seals.sealed': Math.round(busy / 2) },
      ...{ 'intake.accepted': busy, 'intake.pdf_encrypted': Math.round(busy / 30) },
      ...{ 'measured.signing': busy * 20, 'late.signing': isStill ? busy * 12 : 0 },
      ...{ 'measured.api': busy * 20, 'measured.mail': minutes, 'measured.deliveries': minutes },
      ...{ 'measured.sealing': minutes, 'late.sealing': late, 'late.mail': isLate ? 1 : late },
    },
    peaks: {
      ...{ 'loop.web': 12 + busy / 10, 'loop.worker': 20 + busy / 6 },
      ...{ 'work.due.webhooks.deliver': busy / 3, 'work.due.mail.invite': busy / 9 },
      ...{
        'work.oldest.webhooks.deliver': busy / 30,
        'work.oldest.mail.invite': isStill ? 7_200 : 2,
      },
    },
  }
}
