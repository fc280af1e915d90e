import { inBundles } from './bundles.js'
import type { Chosen, Claim, Due } from './claim.js'
import { Flood } from './flood.js'
import { Occupancy, takeTurns } from './lanes.js'
import type { QueueShape } from '../queues.js'
import { WorkTable } from '../work_table.js'

/** How many more jobs may be given to each queue. */
export type Room = ReadonlyMap<QueueShape, number>

/** Gives the room that the queues have to the work that is due, lane by lane. Remembers, while there is too much, whose turn is next. */
export class Allotment {
  #floods = new Map<string, Flood>()
  /** There was more due than could be given. */
  isShort = false

  async choose(claim: Claim, room: Room): Promise<Chosen[]> {
    this.isShort = [...room.values()].includes(0)
    const oldest = Map.groupBy(claim.due, ({ kind }) => kind)
    const chosen: Chosen[] = []
    for (const [shape, free] of oldest.size > 0 ? room : []) {
      const due = await this.#due(claim, shape, free, oldest)
      const turns = this.#takeTurns(claim, shape, free, due)
      chosen.push(...inBundles(turns).map((work) => ({ ...work, leaseMs: shape.leaseMs })))
    }
    return chosen
  }

  async #due(
    claim: Claim,
    { name, laneCap }: QueueShape,
    free: number,
    oldest: ReadonlyMap<string, Due[]>
  ): Promise<Due[]> {
    const due: Due[] = []
    for (const kind of WorkTable.kinds(name)) {
      const flood = this.#flood(kind, (oldest.get(kind)?.length ?? 0) > free)
      due.push(...(flood ? await flood.due(claim, laneCap) : (oldest.get(kind) ?? [])))
    }
    return due
  }

  #flood(kind: string, isFlooded: boolean): Flood | undefined {
    if (!isFlooded) this.#floods.delete(kind)
    else if (!this.#floods.has(kind)) this.#floods.set(kind, new Flood(kind))
    return this.#floods.get(kind)
  }

  #takeTurns(claim: Claim, shape: QueueShape, free: number, due: readonly Due[]): Due[] {
    const kinds: readonly string[] = WorkTable.kinds(shape.name)
    const busy = claim.busy.filter(({ kind }) => kinds.includes(kind))
    const kindCaps = WorkTable.caps(shape)
    const occupancy = new Occupancy(busy)
    const chosen = takeTurns(due, occupancy, { ...shape, kindCaps }, free)
    for (const kind of kinds) {
      const ofKind = chosen.filter((work) => work.kind === kind)
      const isFull = chosen.length === free || occupancy.ofKind(kind) >= kindCaps.get(kind)!
      this.#floods.get(kind)?.turnedTo(ofKind, isFull)
    }
    if (chosen.length < due.length || kinds.some((kind) => this.#floods.has(kind)))
      this.isShort = true
    return chosen
  }
}

/** By kind: one more than there is room for tells that there is too much. */
export function oneMoreThan(room: Room): Map<string, number> {
  const most = new Map<string, number>()
  for (const [{ name }, free] of room) {
    if (free > 0) for (const kind of WorkTable.kinds(name)) most.set(kind, free + 1)
  }
  return most
}
