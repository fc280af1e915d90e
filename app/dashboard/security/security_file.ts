import type { ReadEntry } from '#app/audit/read_entry'
import { NEWEST, type SecurityFilter } from '#app/audit/security_search'
import { SecurityTrail } from '#app/audit/security_trail'
import { BOM, csvLine } from '#app/foundation/csv_line'
import { CurrentTenant, type Scope } from '#app/tenancy/current_tenant'
import { securityLine } from './security_lines.js'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'

const AT_ONCE = 500
const HEADER = [
  ...['sequence', 'timestamp', 'timeZone', 'action', 'words', 'actorType', 'actorId', 'actorName'],
  ...['via', 'ipAddress', 'userAgent', 'details', 'prevHash', 'hash', 'id'],
]

/** What was found as CSV, newest first, however much it is, a part of it at a time. It is read after the request's own scope has been left. */
export async function* securityFile(
  scope: Scope,
  filter: SecurityFilter,
  phrases: DashboardPhrasebook
): AsyncGenerator<string> {
  yield BOM + csvLine(HEADER)
  for (let before = NEWEST; ;) {
    const { entries } = await CurrentTenant.run(scope, () =>
      SecurityTrail.search(filter, { before, limit: AT_ONCE })
    )
    yield entries.map((entry) => line(entry, phrases)).join('')
    const last = entries.at(-1)
    if (!last || entries.length < AT_ONCE) return
    before = last.sequence
  }
}

function line(entry: ReadEntry, phrases: DashboardPhrasebook): string {
  const { id, sequence, at, action, body, personal, prevHash, hash } = entry
  const { actorName = null, ipAddress = null, userAgent = null, ...values } = personal
  const { actor, details } = body
  return csvLine([
    ...[sequence, at.toISOString(), 'UTC', action, securityLine(entry, phrases).words],
    ...[actor.type, actor.id, actorName, actor.via ?? null, ipAddress, userAgent],
    ...[JSON.stringify({ ...details, ...values }), prevHash, hash, id],
  ])
}
