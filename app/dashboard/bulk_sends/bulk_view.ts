import type { Environment } from '#app/foundation/environment'
import type {
  DashboardKey,
  DashboardPhrasebook,
} from '#app/foundation/phrases/dashboard_phrasebook'
import { isActing } from '#app/documents/signers/signer_role'
import { embedded } from '#app/foundation/printable_text'
import type { BulkRowState, ListedRow } from '#app/templates/bulk/bulk_row'
import type { BulkSend, BulkSendStatus } from '#app/templates/bulk/bulk_send'
import type { Template } from '#app/templates/template'
import type { UsageItem } from '#app/tenants/usage/usage'
import type { Meter } from '#app/tenants/usage/meter'
import { isOfPlan } from '../plan_refusal.js'
import { listQuery } from '../list_query.js'
import { faultSentence } from '#app/templates/bulk/fault_sentence'
import { pauseReason } from '#app/templates/bulk/pause_reason'
import { RowFilter } from './row_filter.js'

export const ROWS_SHOWN = 50

interface Appearance {
  label: DashboardKey
  tone: string
  mark: string
}

const STATES = {
  draft: { label: 'bulk_sends.state_draft', tone: 'neutral', mark: 'pencil-line' },
  running: { label: 'bulk_sends.state_running', tone: 'info', mark: 'send' },
  paused: { label: 'bulk_sends.state_paused', tone: 'warning', mark: 'circle-pause' },
  completed: { label: 'bulk_sends.state_completed', tone: 'success', mark: 'check' },
  cancelled: { label: 'bulk_sends.state_cancelled', tone: 'neutral', mark: 'ban' },
} as const satisfies Record<BulkSendStatus, Appearance>

const ROW_STATES = {
  waiting: { label: 'bulk_sends.row_waiting', tone: 'neutral', mark: 'clock' },
  sent: { label: 'bulk_sends.row_sent', tone: 'success', mark: 'check' },
  failed: { label: 'bulk_sends.row_failed', tone: 'danger', mark: 'x' },
  cancelled: { label: 'bulk_sends.row_cancelled', tone: 'neutral', mark: 'ban' },
} as const satisfies Record<BulkRowState, Appearance>

/** What its page and the list say of a bulk send. */
export function bulkView(bulk: BulkSend, phrases: DashboardPhrasebook) {
  const { id, row, counts, title, status, handled } = bulk
  const choices =
    status === 'draft'
      ? RowFilter.choices(counts, ['faulty'])
      : RowFilter.choices(counts, ['waiting', 'sent', 'failed', 'cancelled'])
  return {
    ...{ id, title, status, counts, choices, ...STATES[status] },
    label: phrases.t(STATES[status].label),
    ...{ total: row.total, templateId: row.template_id, version: row.template_version },
    sendable: counts.waiting - counts.faulty,
    percent: Math.floor((100 * handled) / row.total),
    isOver: bulk.isOver,
    pauseReason: pauseReason(row, phrases),
    isPausedByPlan: row.pause_code !== null && isOfPlan({ code: row.pause_code }),
    labels: row.labels,
    fileName: row.file_name && embedded(row.file_name),
    createdAt: row.created_at,
  }
}

export function bulkLines(sends: readonly BulkSend[], phrases: DashboardPhrasebook) {
  return sends.map((bulk) => ({
    ...bulkView(bulk, phrases),
    holder:
      bulk.row.holder === null ? phrases.t('templates.somebody_else') : embedded(bulk.row.holder),
  }))
}

/** One row more than are shown was read: it tells whether there are others. */
export function rowLines(
  rows: readonly ListedRow[],
  path: string,
  filter: RowFilter,
  phrases: DashboardPhrasebook
) {
  const { t } = phrases
  const page = rows.slice(0, ROWS_SHOWN)
  const last = page.at(-1)
  const query = listQuery({ show: filter.show }, null)
  return {
    show: filter.show,
    lines: page.map(({ number, state, people, document_id: documentId, ...row }) => ({
      ...{ number, documentId, fault: faultSentence({ ...row, people }, phrases) },
      ...(state === 'sent' && row.document_status
        ? {
            ...ROW_STATES.sent,
            documentStatus: row.document_status,
            documentLabel: t(`documents.status_${row.document_status}`),
          }
        : { ...ROW_STATES[state], documentStatus: null, documentLabel: null }),
      label: t(ROW_STATES[state].label),
      people: (people ?? []).map(({ name, email }) => ({ name: embedded(name), email })),
      values: Object.entries(row.answers ?? {}).map(
        ([name, value]) => `${embedded(name)}: ${embedded(value)}`
      ),
    })),
    firstHref: filter.after > 0 ? `${path}${query}` : null,
    nextHref:
      last && rows.length > ROWS_SHOWN
        ? `${path}${listQuery({ show: filter.show, after: String(last.number) }, null)}`
        : null,
  }
}

/** Each column with its first value, and what it means. */
export function columnLines(
  { row }: BulkSend,
  rows: readonly ListedRow[],
  { t }: DashboardPhrasebook
) {
  const { columns, mapping } = row
  return (columns ?? []).map((name, index) => ({
    name: embedded(name) || t('bulk_sends.column_number', { number: index + 1 }),
    example: embedded(
      rows.map(({ cells }) => cells?.[index] ?? '').find((cell) => cell !== '') ?? ''
    ),
    target: mapping?.[index] ?? '',
  }))
}

/** What sending takes of the plan, in sentences. */
export function costOf(
  { counts }: BulkSend,
  { content }: Template,
  items: readonly UsageItem<Meter>[],
  environment: Environment
) {
  const documents = counts.waiting - counts.faulty
  // as they are counted when they are sent: who only gets a copy signs nothing
  const signatures = documents * content.roles.filter(isActing).length
  const needed: Record<Meter, number> = { documents, signatures }
  const meters = items.map(({ name, used, limit }) => {
    const left = limit === null ? null : Math.max(0, limit - used)
    return {
      name,
      needed: needed[name],
      used,
      limit,
      isTooMuch: left !== null && needed[name] > left,
      left,
    }
  })
  return {
    isFree: environment === 'test',
    meters,
    isTooMuch: meters.some(({ isTooMuch }) => isTooMuch),
  }
}
