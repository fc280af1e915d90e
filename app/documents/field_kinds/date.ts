import { DAY_MS } from '#app/foundation/duration'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import type { EnteredKind } from './field_kind.js'
import { COMMON } from './field_options.js'

const USUAL_FORMAT = 'YYYY-MM-DD'
const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/

/** The day of signing. It is the signer's own, which may be one off from ours; anything else than a day around now is ours. */
export const date: EnteredKind<string> = {
  isAdopted: false,
  place: { icon: 'calendar', width: 100, height: 22 },
  options: [...COMMON, 'format'],
  step: ({ options }) => ({
    widget: 'day',
    icon: 'calendar',
    isRequired: true,
    input: { 'data-format': options?.format ?? USUAL_FORMAT },
  }),
  read(given) {
    const now = tenantClock.now()
    const isNear =
      typeof given === 'string' &&
      ISO_DATE.test(given) &&
      Math.abs(Date.parse(given) - now.getTime()) <= 2 * DAY_MS
    return { stored: isNear ? given : now.toISOString().slice(0, 10) }
  },
  value: (stored) => stored,
  stamp: (stored, { format }) => ({ kind: 'text', value: printed(stored, format) }),
}

function printed(stored: string, format: string = USUAL_FORMAT): string {
  const [year = '', month = '', day = ''] = stored.split('-')
  return format.replace('YYYY', year).replace('MM', month).replace('DD', day)
}
