import type { Actor } from './actor.js'
import type { ReadEntry } from './audit_trail.js'

const OF_THE_ACTOR = new Set(['actorName', 'ipAddress', 'userAgent'])

/** An entry as the API shows it; every field that leaves is named here. What was erased reads as null. */
export const AuditEntryTransformer = {
  transform({ id, sequence, action, at, body, personal, prevHash, hash }: ReadEntry) {
    return {
      id,
      object: 'audit_entry' as const,
      sequence,
      action,
      actor: actorView(body, personal),
      ipAddress: personal.ipAddress ?? null,
      userAgent: personal.userAgent ?? null,
      timestamp: at.toISOString(),
      timeZone: 'UTC' as const,
      details: { ...body.details, ...detailsOf(personal) },
      prevHash,
      hash,
    }
  },

  /** On plans with the basic trail: what was done, by whom, when. */
  basic({ id, sequence, action, at, body, personal }: ReadEntry) {
    return {
      id,
      object: 'audit_entry' as const,
      sequence,
      action,
      actor: actorView(body, personal),
      timestamp: at.toISOString(),
    }
  },
}

/** In the trail of a document: operators act on the platform. */
type DocumentActor = Exclude<Actor['type'], 'operator'>

function actorView({ actor }: ReadEntry['body'], { actorName }: ReadEntry['personal']) {
  const { type, id, via } = actor
  return { type: type as DocumentActor, id, name: actorName ?? null, ...(via && { via }) }
}

/** Signers and sender of a sending are a personal value each, which is JSON. */
function detailsOf({
  signers,
  sender,
  ...personal
}: Record<string, string>): Record<string, unknown> {
  const values = Object.entries(personal).filter(([field]) => !OF_THE_ACTOR.has(field))
  return {
    ...Object.fromEntries(values),
    ...(signers && { signers: JSON.parse(signers) }),
    ...(sender && { sender: JSON.parse(sender) }),
  }
}
