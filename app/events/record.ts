import { tenantClock } from '#app/tenancy/tenant_clock'
import { newId } from '#app/foundation/identifier'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { Outbox, type Work } from '#app/tenancy/outbox'
import { insertion } from '#app/tenancy/statement'
import type { Occurrence } from './occurrence.js'
import { Reactions } from './reactions.js'

interface Recorded {
  id: string
  name: string
  document_id: string | null
  body: string
  created_at: Date
}

const GATHERED = Symbol('events of the unit')

/**
 * Writes down that something has happened, in the unit in which it happens: a row that subscribers may be told from, and one
 * piece of work for each reaction. The body is serialised here, once; every attempt and replay sends these bytes.
 *
 * @returns the event's id; null for what is internal
 */
export function record(occurrence: Occurrence): string | null {
  const { environment } = CurrentTenant.get()
  const event = occurrence.data && recorded(occurrence, occurrence.data)
  const works = Reactions.to(occurrence, environment).map(({ kind, about, delayMs = 0 }): Work => {
    const ref = about === 'event' && event ? event.id : occurrence.ref
    const dueAt = delayMs > 0 ? new Date(tenantClock.now().getTime() + delayMs) : undefined
    return { kind, ref, dueAt }
  })
  Outbox.append(...works)
  if (event) {
    CurrentTenant.gather<Recorded>(GATHERED).push(event)
    CurrentTenant.beforeCommit('events', write)
  }
  return event?.id ?? null
}

function recorded(
  { name, toldAs = name, documentId }: Occurrence,
  told: Readonly<Record<string, unknown>>
): Recorded {
  const { environment } = CurrentTenant.get()
  const id = newId('evt', environment)
  const at = tenantClock.now()
  const data = { id, environment, occurredAt: at.toISOString(), ...told }
  return {
    id,
    name,
    document_id: documentId ?? null,
    body: JSON.stringify({ event: toldAs, data }),
    created_at: at,
  }
}

/** The counter row is locked last in the unit, so positions are in order of commit and a cursor never skips a late one. */
async function write(): Promise<void> {
  const events = CurrentTenant.gather<Recorded>(GATHERED).splice(0)
  const [[{ position }]] = await CurrentTenant.batch([
    {
      text: 'update event_counter set position = position + $1 returning position',
      values: [events.length],
    },
  ])
  const first = Number(position) - events.length + 1
  await CurrentTenant.batch([
    insertion(
      'events',
      events.map((event, index) => ({ ...event, position: first + index }))
    ),
  ])
}
