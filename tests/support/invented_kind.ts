import type { WorkKind } from '#app/tenancy/outbox/work_kind'

/** A kind of work that no release knows, for tests of the queue itself. */
export function inventedKind(name: string): WorkKind {
  return name as WorkKind
}
