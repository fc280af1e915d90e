import { iso } from '#app/documents/document_transformer'
import type { ListedRow } from '#app/templates/bulk/bulk_row'
import type { BulkSend } from '#app/templates/bulk/bulk_send'

/** A bulk send as the API shows it; every field that leaves is named here. */
export function transformed({ id, row, title, counts, status }: BulkSend) {
  const { waiting, sent, failed, cancelled } = counts
  const { pause_code: code, pause_reason: message } = row
  return {
    id,
    status,
    template: { id: row.template_id, version: row.template_version },
    title,
    rows: { total: row.total, waiting, sent, failed, cancelled },
    pausedBecause: code !== null && message !== null ? { code, message } : null,
    createdBy: row.created_by,
    createdAt: iso(row.created_at),
    startedAt: iso(row.started_at),
    endedAt: iso(row.ended_at),
  }
}

export function transformedRow({
  number,
  state,
  people,
  fault,
  document_id: documentId,
}: ListedRow) {
  return {
    object: 'bulk_row' as const,
    number,
    status: state,
    people: (people ?? []).map(({ role, name, email }) => ({ role, name, email })),
    documentId,
    reason: fault,
  }
}
