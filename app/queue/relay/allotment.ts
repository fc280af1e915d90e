import { timeScale } from '#app/foundation/time_scale'
import { inBundles } from './bundles.js'
import type { Busy, Chosen, Claim, Due } from './claim.js'
import { Flood } from './flood.js'
import { LanePace } from './lane_pace.js'
import { Occupancy, takeTurns, type Lane } from './lanes.js'
import type { QueueName, QueueShape } from '../queues.js'
import { WorkTable } from '../work_table.js'

/** How many more jobs may be given to each queue. */
export type Room = ReadonlyMap<QueueShape, number>

/**
 * Gives the room that the queues have to the work that is due, lane by lane. Remembers how fast lanes are and, while there is too much,
 * whose turn is next.
 */
export class Allotment {
  #floods = new Map<string, Flood>()
  #paces = new Map<QueueName, LanePace>()
  /** There was more due than could be given. */
  isShort = false

  /** @param sharing  among how many cells what a kind may hold is divided */
  async choose(
    claim: Claim,
    room: Room,
    sharing: (kind: string) => number = () => 1
  ): Promise<Chosen[]> {
    this.isShort = [...room.values()].includes(0)
    const oldest = Map.groupBy(claim.due, ({ kind }) => kind)
    const chosen: Chosen[] = []
    for (const [shape, free] of oldest.size > 0 ? room : []) {
      const busy = busyIn(claim, shape)
      const pace = this.#pace(shape, busy)
      const due = await this.#due(claim, shape, free, oldest, pace)
      const kindCaps = WorkTable.caps(shape, sharing)
      const turns = this.#takeTurns(shape, free, due, busy, pace, kindCaps)
      chosen.push(...inBundles(turns).map((work) => ({ ...work, leaseMs: shape.leaseMs })))
    }
    return chosen
  }

  async #due(
    claim: Claim,
    { name }: QueueShape,
    free: number,
    oldest: ReadonlyMap<string, Due[]>,
    pace: LanePace
  ): Promise<Due[]> {
    const due: Due[] = []
    for (const kind of WorkTable.kinds(name)) {
      const flood = this.#flood(kind, (oldest.get(kind)?.length ?? 0) > free)
      due.push(...(flood ? await flood.due(claim, pace.most) : (oldest.get(kind) ?? [])))
    }
    return due
  }

  #flood(kind: string, isFlooded: boolean): Flood | undefined {
    if (!isFlooded) this.#floods.delete(kind)
    else if (!this.#floods.has(kind)) this.#floods.set(kind, new Flood(kind))
    return this.#floods.get(kind)
  }

  #pace(shape: QueueShape, busy: readonly Busy[]): LanePace {
    const pace = this.#paces.get(shape.name) ?? new LanePace()
    this.#paces.set(shape.name, pace)
    const leaseMs = timeScale.of(shape.leaseMs)
    pace.observe(
      shape,
      // a longer lease is that of work for which the first was too short
      busy.map((lane) => ({
        ...lane,
        forMs: lane.leftMs > leaseMs ? Infinity : leaseMs - lane.leftMs,
      }))
    )
    return pace
  }

  #takeTurns(
    shape: QueueShape,
    free: number,
    due: readonly Due[],
    busy: readonly Busy[],
    pace: LanePace,
    kindCaps: ReadonlyMap<string, number>
  ): Due[] {
    const kinds = WorkTable.kinds(shape.name)
    const occupancy = new Occupancy(busy)
    const caps = { tenantCap: shape.tenantCap, laneCap: (lane: Lane) => pace.of(lane), kindCaps }
    const chosen = takeTurns(due, occupancy, caps, free)
    pace.give(chosen)
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

function busyIn({ busy }: Claim, { name }: QueueShape): Busy[] {
  const kinds: readonly string[] = WorkTable.kinds(name)
  return busy.filter(({ kind }) => kinds.includes(kind))
}

/** By kind: one more than there is room for tells that there is too much. */
export function oneMoreThan(room: Room): Map<string, number> {
  const most = new Map<string, number>()
  for (const [{ name }, free] of room) {
    if (free > 0) for (const kind of WorkTable.kinds(name)) most.set(kind, free + 1)
  }
  return most
}
