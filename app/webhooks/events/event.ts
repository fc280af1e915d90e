import { clock } from '#app/foundation/clock'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import { EXAMPLE_EVENT, TEST_EVENT, type EventType } from './event_types.js'
import { LOG_KEPT_MS } from '../log_retention.js'

const AFTER = `
  select id, position, body, created_at from events
   where position > $1 and recorded_at > $2 and name not in ('${TEST_EVENT}', '${EXAMPLE_EVENT}') order by position limit $3`

type EventRow = RowOf<'events', 'id' | 'position' | 'body' | 'created_at'>

/** Something that has happened, as subscribers are told of it. */
export default class Event {
  private constructor(
    readonly id: string,
    readonly position: number,
    private body: string,
    private createdAt: Date
  ) {}

  /** Oldest first, of the last thirty days of the real clock, without what somebody asked for as a test. Positions are in order of commit, so that going on after one skips nothing. */
  static async after(position: number, limit: number): Promise<Event[]> {
    const oldest = new Date(clock.now().getTime() - LOG_KEPT_MS)
    const values = [position, oldest, limit]
    const [rows] = await CurrentTenant.batch([query<EventRow>(AFTER, values)])
    return rows.map((row) => Event.#of(row))
  }

  /** As the API shows it: what was delivered, with a name for the whole. */
  get view() {
    const { event, data } = JSON.parse(this.body) as { event: EventType; data: object }
    return {
      id: this.id,
      object: 'event' as const,
      event,
      data,
      createdAt: this.createdAt.toISOString(),
    }
  }

  static #of({ id, position, body, created_at: createdAt }: EventRow): Event {
    return new Event(id, Number(position), body, createdAt)
  }
}
