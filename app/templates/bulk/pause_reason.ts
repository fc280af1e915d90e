import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import type { BulkSendRow } from './bulk_send.js'

/** Why a bulk send has paused by itself; what is kept is English, for programs as well. */
export function pauseReason(
  { pause_code: code, pause_reason: message }: BulkSendRow,
  phrases: DashboardPhrasebook
): string | null {
  if (code === null || message === null) return message
  const wording = { form: code as Lowercase<string> }
  return refusalIn(phrases, { name: 'BulkPause', message, wording })
}
