import { AuditTrail } from './audit_trail.js'
import type { ReadEntry } from './read_entry.js'
import { csvLine } from '#app/foundation/csv_line'
import { CurrentTenant, type Scope } from '#app/tenancy/current_tenant'
import { AuditEntryTransformer } from './audit_entry_transformer.js'

const AT_ONCE = 500

const HEADER = [
  ...['sequence', 'timestamp', 'timeZone', 'action', 'actorType', 'actorId', 'actorName', 'via'],
  ...['ipAddress', 'userAgent', 'details', 'prevHash', 'hash', 'id'],
]

/** A trail as CSV, however long, a part of it at a time. It is read after the request's own scope has been left. */
export async function* auditFile(scope: Scope, documentId: string): AsyncGenerator<string> {
  yield csvLine(HEADER)
  for (let after = 0; ;) {
    const entries = await CurrentTenant.run(scope, () =>
      AuditTrail.read(documentId, { after, limit: AT_ONCE })
    )
    yield entries.map(line).join('')
    const last = entries.at(-1)
    if (!last || entries.length < AT_ONCE) return
    after = last.sequence
  }
}

function line(entry: ReadEntry): string {
  const { actor, ...shown } = AuditEntryTransformer.transform(entry)
  return csvLine([
    ...[shown.sequence, shown.timestamp, shown.timeZone, shown.action],
    ...[actor.type, actor.id, actor.name, actor.via ?? null, shown.ipAddress, shown.userAgent],
    ...[JSON.stringify(shown.details), shown.prevHash, shown.hash, shown.id],
  ])
}
