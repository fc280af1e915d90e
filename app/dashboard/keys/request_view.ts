import type { RowOf } from '#app/tenancy/row'

const TONES = ['neutral', 'neutral', 'success', 'info', 'warning', 'danger'] as const

/** A line of a key's log. */
export function requestView(row: RowOf<'api_requests'>) {
  const status = row.status
  return {
    id: row.id,
    method: row.method,
    path: row.path,
    status,
    tone: TONES[Math.floor(status / 100)] ?? 'neutral',
    errorCode: row.error_code,
    durationMs: row.duration_ms,
    ipAddress: row.ip_address,
    at: row.at,
  }
}
