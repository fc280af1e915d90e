import { DAY_MS } from '#app/foundation/duration'
import { keyBackupDays } from './configuration.js'

/** From this day on no backup of the keys as they were at that moment is left, as `2026-12-30`. */
export function keyBackupsEndOn(moment: Date): string {
  const end = new Date(moment.getTime() + keyBackupDays.value * DAY_MS)
  return end.toISOString().slice(0, 10)
}
