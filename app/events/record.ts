import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { newId } from '#app/foundation/identifier'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { Statement } from '#app/tenancy/statement'
import { Outbox, type Work } from '#app/tenancy/outbox/outbox'
import type { Occurrence } from './occurrence.js'
import { Reactions, type DirectReaction } from './reactions.js'

interface Recorded {
  id: string
  name: string
  documentId: string | null
  body: string
  createdAt: Date
}

const BUFFER = Symbol('events of the unit')

/** The counter row is locked last in the unit, so positions are in order of commit and a cursor never skips a late one. */
const WRITE = `
  with counted as (
    update event_counter set position = position + $1 returning position - $1 as before)
  insert into events (id, position, name, document_id, body, created_at)
  select told.id, counted.before + told.place, told.name, told.document_id, told.body, told.created_at
    from counted, unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[])
                  with ordinality as told (id, name, document_id, body, created_at, place)`

/**
 * Writes down that something has happened, in the unit in which it happens: a row that subscribers may be told from, and what
 * each reaction leaves. The body is serialised here, once; every attempt and replay sends these bytes.
 *
 * @returns the event's id; null for what is internal
 */
export function record(occurrence: Occurrence): string | null {
  const { environment } = CurrentTenant.get()
  const event = occurrence.data && recorded(occurrence, occurrence.data)
  const works = Reactions.later(occurrence, environment).map(
    ({ kind, about, delayMs = 0, onlyIf }): Work => {
      const ref = about === 'event' && event ? event.id : occurrence.ref
      const dueAt = delayMs > 0 ? new Date(tenantClock.now().getTime() + delayMs) : undefined
      return { kind, ref, dueAt, onlyIf: onlyIf?.(occurrence.name) }
    }
  )
  Outbox.append(...works)
  if (event) {
    CurrentTenant.buffer<Recorded>(BUFFER).push(event)
    CurrentTenant.withCommit('events', insertion)
    for (const reaction of Reactions.direct(occurrence)) react(reaction, event)
  }
  return event?.id ?? null
}

function recorded(
  { name, publicName = name, documentId }: Occurrence,
  told: Readonly<Record<string, unknown>>
): Recorded {
  const { environment } = CurrentTenant.get()
  const id = newId('evt', environment)
  const at = tenantClock.now()
  const data = { id, environment, occurredAt: at.toISOString(), ...told }
  return {
    id,
    name,
    documentId: documentId ?? null,
    body: JSON.stringify({ event: publicName, data }),
    createdAt: at,
  }
}

/** Behind the events themselves. */
function react({ name, statements }: DirectReaction, { id }: Recorded): void {
  const told = Symbol.for(`events of the unit for ${name}`)
  CurrentTenant.buffer<string>(told).push(id)
  Outbox.appendBy(name, () => statements(CurrentTenant.buffer<string>(told).splice(0)))
}

/** Of all events of the unit. */
function insertion(): Statement[] {
  const events = CurrentTenant.buffer<Recorded>(BUFFER).splice(0)
  const values = [
    events.length,
    events.map(({ id }) => id),
    events.map(({ name }) => name),
    events.map(({ documentId }) => documentId),
    events.map(({ body }) => body),
    events.map(({ createdAt }) => createdAt),
  ]
  return [{ text: WRITE, values }]
}
