import type { Environment } from '#app/foundation/environment'
import type { WorkKind } from '#app/tenancy/outbox/work_kind'
import type { EventName } from './event_name.js'
import type { Occurrence } from './occurrence.js'

/** What a part of the house does when something has happened: one piece of work in the outbox. */
export interface Reaction {
  kind: WorkKind
  /** What the work refers to: the stored event, or the noun itself. */
  about: 'event' | 'noun'
  delayMs?: number
  when?: (occurrence: Occurrence, environment: Environment) => boolean
  /** A condition of SQL, by the name of the event, without which nobody waits for it: it is asked as the work is written. */
  onlyIf?: (name: EventName) => string
}

export type ReactionTable = Readonly<Record<EventName, readonly Reaction[]>>

let table: Partial<ReactionTable> = {}

/** Who reacts to what; `start/events.ts` writes the table, once. */
export const Reactions = {
  use(written: ReactionTable): void {
    table = written
  },

  /** @throws before the table is written: an event must not vanish */
  to(occurrence: Occurrence, environment: Environment): Reaction[] {
    const reactions = table[occurrence.name]
    if (!reactions) throw new RangeError(`start/events.ts does not know ${occurrence.name}`)
    return reactions.filter(({ when }) => !when || when(occurrence, environment))
  },
}
