import type { BulkActionRow } from '#app/documents/bulk_actions/bulk_action'
import type { ActOnDocument } from '#app/documents/bulk_actions/document_act'
import type {
  DashboardKey,
  DashboardPhrasebook,
} from '#app/foundation/phrases/dashboard_phrasebook'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'

const TITLES = {
  remind: 'bulk_actions.remind',
  void: 'bulk_actions.void',
  label: 'bulk_actions.label',
  unlabel: 'bulk_actions.unlabel',
} as const satisfies Record<ActOnDocument, DashboardKey>

const STATES = {
  running: { label: 'bulk_actions.running', tone: 'info', mark: 'clock' },
  completed: { label: 'bulk_actions.completed', tone: 'success', mark: 'check' },
  stopped: { label: 'bulk_actions.stopped', tone: 'neutral', mark: 'ban' },
} as const satisfies Record<BulkActionRow['status'], { label: DashboardKey; [of: string]: string }>

/** What its page says. */
export function bulkActionView(row: BulkActionRow, base: string, phrases: DashboardPhrasebook) {
  const { id, action, total, position, done, status, refusals, titles } = row
  const { t } = phrases
  const refused = position - done
  return {
    ...{ id, status, total, position, done, refused },
    title: t(TITLES[action]),
    state: { ...STATES[status], label: t(STATES[status].label) },
    percent: Math.floor((100 * position) / total),
    at: row.created_at,
    refusals: refusals.map((refusal) => {
      const isSeen = Object.hasOwn(titles, refusal.id)
      const name = isSeen ? 'common.erased_document' : 'bulk_actions.unseen_document'
      return {
        href: isSeen ? `${base}/documents/${refusal.id}` : null,
        title: titles[refusal.id] || t(name),
        text: refusalIn(phrases, refusal),
      }
    }),
    unnamed: refused - refusals.length,
  }
}
