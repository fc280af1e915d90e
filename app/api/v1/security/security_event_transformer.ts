import type { Actor } from '#app/audit/actor'
import type { ReadEntry } from '#app/audit/read_entry'

const OF_THE_ACTOR = new Set(['actorName', 'ipAddress', 'userAgent'])

/** An entry of the security trail as the API shows it. What was erased reads as null. */
export const SecurityEventTransformer = {
  transform({ id, sequence, action, at, body, personal, prevHash, hash }: ReadEntry) {
    const { actor, details } = body
    const { type, via } = actor
    const values = Object.entries(personal).filter(([field]) => !OF_THE_ACTOR.has(field))
    return {
      id,
      object: 'security_event' as const,
      sequence,
      action,
      actor: {
        type: type as Actor['type'],
        id: actor.id,
        name: personal.actorName ?? null,
        ...(via && { via }),
      },
      ipAddress: personal.ipAddress ?? null,
      userAgent: personal.userAgent ?? null,
      timestamp: at.toISOString(),
      timeZone: 'UTC' as const,
      details: { ...details, ...Object.fromEntries(values) },
      prevHash,
      hash,
    }
  },
}
