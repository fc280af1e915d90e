import { LANES_PER_TURN, type Claim, type Due } from './claim.js'
import { laneKey, type Lane } from './lanes.js'

const START: Lane = { scope: '', lane: '' }

/** More of one kind is due than there is room for. Its lanes are then visited in turn, each time going on where the last turn ended. */
export class Flood {
  #after: Lane = START
  #visited: Lane[] = []

  constructor(private kind: string) {}

  /** The oldest of each lane, beginning with the lane whose turn is next. */
  async due(claim: Claim, perLane: number): Promise<Due[]> {
    const found = await claim.lanes(this.kind, this.#after, perLane)
    if (found.length < LANES_PER_TURN && this.#after !== START) {
      const again = await claim.lanes(this.kind, START, perLane)
      found.push(...again.filter((lane) => !isAfter(lane, this.#after)))
    }
    this.#visited = found
    return found.flatMap(({ scope, lane, ids }) =>
      ids.map((id) => ({ id, kind: this.kind, scope, lane }))
    )
  }

  /** @param isFull  there was not room for all; lanes without a turn are then the next */
  turnedTo(chosen: readonly Due[], isFull: boolean): void {
    const hadOneEach = new Set(chosen.map(laneKey)).size === chosen.length
    if (!isFull || !hadOneEach) this.#after = this.#visited.at(-1) ?? START
    else if (chosen.length > 0) this.#after = chosen[chosen.length - 1]
  }
}

/** As PostgreSQL compares them: both columns are ordered byte by byte. */
function isAfter({ scope, lane }: Lane, other: Lane): boolean {
  return scope > other.scope || (scope === other.scope && lane > other.lane)
}
