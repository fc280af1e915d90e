import { DAY_MS } from '#app/foundation/duration'
import type { DashboardKey } from '#app/foundation/phrases/dashboard_phrasebook'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'

/** Events are kept no longer. */
const KEPT_MS = 30 * DAY_MS
const MINUTES = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?Z?$/

/** Since when what was missed is to be sent: a time in UTC, as a form has it. */
export class SinceForm {
  private constructor(
    readonly at: Date | null,
    readonly value: string,
    readonly error: DashboardKey | null
  ) {}

  static of(sent: unknown): SinceForm {
    const at = timeOf(sent)
    const value = typeof sent === 'string' ? sent.slice(0, 30) : ''
    if (!at) return new SinceForm(null, value, 'webhooks.no_time')
    const age = tenantClock.now().getTime() - at.getTime()
    if (age < 0) return new SinceForm(null, value, 'webhooks.future_time')
    if (age > KEPT_MS) return new SinceForm(null, value, 'webhooks.old_time')
    const minute = inMinutes(at)
    return new SinceForm(new Date(`${minute}Z`), minute, null)
  }

  /** What the address says, or since when something is missing, or a day. */
  static suggested(sent: unknown, missesSince: Date | null): SinceForm {
    const asked = SinceForm.of(sent)
    if (asked.at) return asked
    const missing = missesSince && SinceForm.of(missesSince.toISOString())
    if (missing?.at) return missing
    return SinceForm.of(new Date(tenantClock.now().getTime() - DAY_MS).toISOString())
  }
}

function timeOf(sent: unknown): Date | null {
  if (typeof sent !== 'string' || !MINUTES.test(sent)) return null
  const at = new Date(sent.endsWith('Z') ? sent : `${sent}Z`)
  return Number.isNaN(at.getTime()) ? null : at
}

/** As `<input type="datetime-local">` takes it; rounded down, so that nothing is left out. */
function inMinutes(at: Date): string {
  return at.toISOString().slice(0, 16)
}
