import type { Row } from '#app/tenancy/statement'

const TONES = ['neutral', 'neutral', 'success', 'info', 'warning', 'danger'] as const

/** A line of a key's log. */
export function shownRequest(row: Row) {
  const status = row.status as number
  return {
    id: row.id as string,
    method: row.method as string,
    path: row.path as string,
    status,
    tone: TONES[Math.floor(status / 100)] ?? 'neutral',
    errorCode: row.error_code as string | null,
    durationMs: row.duration_ms as number,
    ipAddress: row.ip_address as string | null,
    at: row.at as Date,
  }
}
