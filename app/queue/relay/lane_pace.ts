import { timeScale } from '#app/foundation/time_scale'
import { laneKey, type Lane } from './lanes.js'
import type { QueueShape } from '../queues.js'

/** What has been given out for longer waits for somebody. */
const QUICK_MS = 1_000
const FASTER = 2

/** What is given out in a lane: how much, and for how long the oldest of it. */
export interface InHand extends Lane {
  readonly count: number
  readonly forMs: number
}

interface Pace {
  allowed: number
  /** As the relay left it. */
  given: number
}

type Caps = Pick<QueueShape, 'laneCap' | 'tenantCap'>

/**
 * How much of a lane may be given out at once. A lane begins with its queue's cap. It may have twice as much, up to the tenant's cap,
 * whenever some of what it had is finished and none of the rest is old; once something takes long, it is back at the queue's cap. So a
 * receiver that answers is sent what it can take, and one that hangs holds as much as ever. Lanes at rest are forgotten.
 */
export class LanePace {
  #paces = new Map<string, Pace>()
  #caps: Caps = { laneCap: 1, tenantCap: 1 }

  /** Before more is given out. @param inHand  of all lanes; one that has several kinds of work is there several times */
  observe(caps: Caps, inHand: readonly InHand[]): void {
    const before = this.#paces
    this.#caps = caps
    this.#paces = new Map()
    for (const [key, lanes] of Map.groupBy(inHand, laneKey)) {
      const given = lanes.reduce((sum, { count }) => sum + count, 0)
      const isSlow = lanes.some(({ forMs }) => forMs >= timeScale.of(QUICK_MS))
      const allowed = isSlow ? caps.laneCap : this.#allowed(before.get(key), given)
      this.#paces.set(key, { allowed, given })
    }
    for (const [key, pace] of before)
      if (pace.given > 0 && !this.#paces.has(key))
        this.#paces.set(key, { allowed: this.#allowed(pace, 0), given: 0 })
  }

  /** @param chosen  what is given out now */
  give(chosen: readonly Lane[]): void {
    for (const lane of chosen) {
      const key = laneKey(lane)
      const pace = this.#paces.get(key) ?? { allowed: this.#caps.laneCap, given: 0 }
      this.#paces.set(key, { ...pace, given: pace.given + 1 })
    }
  }

  of(lane: Lane): number {
    return this.#paces.get(laneKey(lane))?.allowed ?? this.#caps.laneCap
  }

  /** What the fastest lane may have. */
  get most(): number {
    const allowed = [...this.#paces.values()].map((pace) => pace.allowed)
    return Math.max(this.#caps.laneCap, ...allowed)
  }

  #allowed(before: Pace | undefined, given: number): number {
    const { laneCap, tenantCap } = this.#caps
    if (!before) return laneCap
    const isMoving = given < before.given
    const allowed = isMoving ? before.allowed * FASTER : before.allowed
    return Math.max(laneCap, Math.min(tenantCap, allowed))
  }
}
