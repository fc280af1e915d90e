import type { QueueShape } from '../queues.js'

/** Work takes turns in its lane: that of a tenant's environment or, within it, of one endpoint. */
export interface Lane {
  readonly scope: string
  readonly lane: string
}

type Work = Lane & { readonly kind?: string }

interface Caps extends Pick<QueueShape, 'tenantCap'> {
  laneCap: (lane: Lane) => number
  /** Of kinds that may not have all the room. */
  kindCaps?: ReadonlyMap<string, number>
}

/** How much of one queue is given out already, by tenant, by lane and by kind. */
export class Occupancy {
  #byScope = new Map<string, number>()
  #byLane = new Map<string, number>()
  #byKind = new Map<string | undefined, number>()

  constructor(busy: Iterable<Work & { count: number }> = []) {
    for (const work of busy) this.take(work, work.count)
  }

  ofKind(kind: string | undefined): number {
    return this.#byKind.get(kind) ?? 0
  }

  hasRoom(work: Work, { tenantCap, laneCap, kindCaps }: Caps): boolean {
    const ofTenant = this.#byScope.get(work.scope) ?? 0
    const ofLane = this.#byLane.get(laneKey(work)) ?? 0
    const kindCap = kindCaps?.get(work.kind ?? '') ?? Infinity
    return ofTenant < tenantCap && ofLane < laneCap(work) && this.ofKind(work.kind) < kindCap
  }

  take(work: Work, count = 1): void {
    add(this.#byScope, work.scope, count)
    add(this.#byLane, laneKey(work), count)
    add(this.#byKind, work.kind, count)
  }
}

/**
 * Whose turn it is. Kinds of work share the room evenly: the next turn is that of the kind of which the least is given out. Within a kind the
 * first of every lane comes before the second of any.
 *
 * @param due  by lane in the order in which they are due; lanes in the order in which they take turns
 * @param room  at most this many
 */
export function takeTurns<T extends Work>(
  due: readonly T[],
  occupancy: Occupancy,
  caps: Caps,
  room: number
): T[] {
  const kinds = [...Map.groupBy(due, ({ kind }) => kind)].map(([kind, works]) => ({
    kind,
    waiting: inRounds(works).values(),
  }))
  const chosen: T[] = []
  while (chosen.length < room && kinds.length > 0) {
    const next = kinds.reduce((least, other) =>
      occupancy.ofKind(other.kind) < occupancy.ofKind(least.kind) ? other : least
    )
    const { value: work } = next.waiting.next()
    if (!work) kinds.splice(kinds.indexOf(next), 1)
    else if (occupancy.hasRoom(work, caps)) {
      occupancy.take(work)
      chosen.push(work)
    }
  }
  return chosen
}

/** The first of every lane, then the second of every lane, and so on. */
function inRounds<T extends Lane>(works: readonly T[]): T[] {
  const lanes = [...Map.groupBy(works, laneKey).values()]
  const longest = Math.max(...lanes.map(({ length }) => length))
  return Array.from({ length: longest }, (_, round) =>
    lanes.flatMap((lane) => lane.slice(round, round + 1))
  ).flat()
}

export function laneKey({ scope, lane }: Lane): string {
  return `${scope}/${lane}`
}

function add<K>(counts: Map<K, number>, name: K, count: number): void {
  counts.set(name, (counts.get(name) ?? 0) + count)
}
