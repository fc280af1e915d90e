import type { Environment } from '#app/foundation/environment'
import type { WorkRecord } from '#app/tenancy/outbox/outbox'
import type { WorkKind } from '#app/tenancy/outbox/work_kind'
import type { EventName } from './event_name.js'
import type { Occurrence } from './occurrence.js'

/** What a part of the house does when something has happened: one piece of work in the outbox, or what it writes itself. */
export type Reaction = LaterReaction | DirectReaction

export interface LaterReaction {
  kind: WorkKind
  /** What the work refers to: the stored event, or the noun itself. */
  about: 'event' | 'noun'
  delayMs?: number
  when?: (occurrence: Occurrence, environment: Environment) => boolean
  /** A condition of SQL, by the name of the event, without which nobody waits for it: it is asked as the work is written. */
  onlyIf?: (name: EventName) => string
}

/** For what costs no more than the work that would ask for it. */
export interface DirectReaction {
  name: string
  /** What leaves with the events of a unit, for all of them at once; it writes nothing but work in the end. */
  statements: (events: readonly string[]) => readonly WorkRecord[]
}

export type ReactionTable = Readonly<Record<EventName, readonly Reaction[]>>

let table: Partial<ReactionTable> = {}

/** Who reacts to what; `start/events.ts` writes the table, once. */
export const Reactions = {
  use(written: ReactionTable): void {
    table = written
  },

  /** @throws before the table is written: an event must not vanish */
  later(occurrence: Occurrence, environment: Environment): LaterReaction[] {
    return reactionsTo(occurrence).filter(
      (one): one is LaterReaction =>
        'kind' in one && (!one.when || one.when(occurrence, environment))
    )
  },

  /** The same for those that leave with the event. */
  direct(occurrence: Occurrence): DirectReaction[] {
    return reactionsTo(occurrence).filter((one): one is DirectReaction => 'statements' in one)
  },
}

function reactionsTo({ name }: Occurrence): readonly Reaction[] {
  const reactions = table[name]
  if (!reactions) throw new RangeError(`start/events.ts does not know ${name}`)
  return reactions
}
