import type { QueueShape } from './queues.js'

/** Work takes turns in its lane: that of a tenant's environment or, within it, of one endpoint. */
export interface Lane {
  readonly scope: string
  readonly lane: string
}

type Caps = Pick<QueueShape, 'tenantCap' | 'laneCap'>

/** How much of one queue is given out already, by tenant and by lane. */
export class Occupancy {
  #byScope = new Map<string, number>()
  #byLane = new Map<string, number>()

  constructor(busy: Iterable<Lane & { count: number }> = []) {
    for (const lane of busy) this.take(lane, lane.count)
  }

  hasRoom(lane: Lane, { tenantCap, laneCap }: Caps): boolean {
    const ofTenant = this.#byScope.get(lane.scope) ?? 0
    const ofLane = this.#byLane.get(laneKey(lane)) ?? 0
    return ofTenant < tenantCap && ofLane < laneCap
  }

  take(lane: Lane, count = 1): void {
    this.#byScope.set(lane.scope, (this.#byScope.get(lane.scope) ?? 0) + count)
    this.#byLane.set(laneKey(lane), (this.#byLane.get(laneKey(lane)) ?? 0) + count)
  }
}

/**
 * Whose turn it is: the first of every lane, then the second of every lane, and so on, within the caps.
 *
 * @param due  by lane in the order in which they are due; lanes in the order in which they take turns
 * @param room  at most this many
 */
export function takeTurns<T extends Lane>(
  due: readonly T[],
  occupancy: Occupancy,
  caps: Caps,
  room: number
): T[] {
  const lanes = [...Map.groupBy(due, laneKey).values()]
  const chosen: T[] = []
  for (let turn = 0; chosen.length < room; turn++) {
    const round = lanes.map((lane) => lane[turn]).filter((work) => work !== undefined)
    if (round.length === 0) break
    for (const work of round) {
      if (chosen.length === room || !occupancy.hasRoom(work, caps)) continue
      occupancy.take(work)
      chosen.push(work)
    }
  }
  return chosen
}

export function laneKey({ scope, lane }: Lane): string {
  return `${scope}/${lane}`
}
