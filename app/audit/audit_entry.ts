import { createHash } from 'node:crypto'
import { canonicalJson } from '#app/foundation/canonical_json'
import type { Actor } from './actor.js'
import type { AuditAction } from './audit_action.js'
import { commitment, personalValue, type PersonalValue } from './personal_value.js'

/** What is to be written down. `personal` values are erasable; everything else is for ever. */
export interface Happening<Action extends AuditAction = AuditAction> {
  action: Action
  actor: Actor
  details?: Record<string, unknown>
  personal?: Record<string, string | null | undefined>
}

/** One link of a chain: the canonical text and its hash. */
export interface AuditEntry {
  id: string
  chain: string
  sequence: number
  action: string
  at: Date
  body: string
  prevHash: string | null
  hash: string
  personal: PersonalValue[]
}

interface Place {
  id: string
  chain: string
  sequence: number
  prevHash: string | null
  at: Date
}

/** Stands before the text of an entry in what is hashed. */
export const HASH_DOMAIN = 'countersign/audit-entry/v1\0'

/**
 * The canonical text (RFC 8785) holds every column, the time in milliseconds and commitments to the personal values; the hash covers
 * the text, and through `prevHash` everything before it.
 */
export function forge(place: Place, happening: Happening): AuditEntry {
  const personal = personalValues(happening)
  const { type, id, via } = happening.actor
  const body = canonicalJson({
    id: place.id,
    chain: place.chain,
    sequence: place.sequence,
    action: happening.action,
    at: place.at.toISOString(),
    actor: via ? { type, id, via } : { type, id },
    details: happening.details ?? {},
    personal: Object.fromEntries(personal.map((value) => [value.field, commitment(value)])),
    prevHash: place.prevHash,
  })
  return { ...place, action: happening.action, body, hash: entryHash(body), personal }
}

export function entryHash(body: string): string {
  return createHash('sha256').update(HASH_DOMAIN).update(body, 'utf8').digest('hex')
}

function personalValues({ actor, personal = {} }: Happening): PersonalValue[] {
  const values = {
    ...personal,
    actorName: actor.name,
    ipAddress: actor.ipAddress,
    userAgent: actor.userAgent,
  }
  return Object.entries(values)
    .filter((pair): pair is [string, string] => typeof pair[1] === 'string' && pair[1] !== '')
    .map(([field, value]) => personalValue(field, value))
}
