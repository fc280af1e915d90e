import type { ReadEntry } from '#app/audit/audit_trail'

const OF_THE_ACTOR = new Set(['actorName', 'ipAddress', 'userAgent'])

/** An entry as the API shows it; every field that leaves is named here. What was erased reads as null. */
export const AuditEntryTransformer = {
  transform({ id, sequence, action, at, body, personal, prevHash, hash }: ReadEntry) {
    const { type, id: actorId, via } = body.actor
    return {
      id,
      object: 'audit_entry',
      sequence,
      action,
      actor: { type, id: actorId, name: personal.actorName ?? null, ...(via && { via }) },
      ipAddress: personal.ipAddress ?? null,
      userAgent: personal.userAgent ?? null,
      timestamp: at.toISOString(),
      timeZone: 'UTC',
      details: { ...body.details, ...detailsOf(personal) },
      prevHash,
      hash,
    }
  },

  /** On plans with the basic trail: what was done, by whom, when. */
  basic({ id, sequence, action, at, body, personal }: ReadEntry) {
    const { type, id: actorId, via } = body.actor
    return {
      id,
      object: 'audit_entry',
      sequence,
      action,
      actor: { type, id: actorId, name: personal.actorName ?? null, ...(via && { via }) },
      timestamp: at.toISOString(),
    }
  },
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
