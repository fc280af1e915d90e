import { sharing } from '../configuration.js'
import Overloaded from '../errors/overloaded.js'
import { Line, type Waiter } from './line.js'
import type { Patience } from './patience.js'

export interface Room {
  /** By the name that figures have for it. */
  pool: string
  /** Connections that there are, and those of them that one tenant has at most. */
  places: number
  placesOfOne: number
  /** Requests of all tenants together that may wait. */
  waiters: number
  withinMs: number
}

/** Of a request that has stored something: as long as we wait for any answer of a database. */
const HALFWAY_WITHIN_MS = 15_000

/**
 * Where requests wait for connections of one pool. No tenant has more than its share of them; a free one goes to the tenant whose turn it is. Where
 * too many wait, those go who came last of the tenant that has most of them, so that nobody's flood keeps others from waiting.
 */
export class WaitingRoom {
  static #opened = new Map<string, WaitingRoom>()

  #taken = 0
  /** In the order of turns. */
  #lines = new Map<string, Line>()

  constructor(private room: Room) {}

  /** @param places  connections of the pool */
  static ofCell(pool: string, places: number): WaitingRoom {
    const { placesOfOne = Math.ceil(places / 2), ...rest } = sharing.value
    return WaitingRoom.#open({ ...rest, pool, places, placesOfOne })
  }

  /** Of a pool that is no tenant's: all wait in one line. */
  static ofAll(pool: string, places: number): WaitingRoom {
    return WaitingRoom.#open({ ...sharing.value, pool, places, placesOfOne: places })
  }

  /** How many requests wait now. */
  static waitingFor(pool: string): number {
    return WaitingRoom.#opened.get(pool)?.waiting ?? 0
  }

  static #open(room: Room): WaitingRoom {
    const opened = new WaitingRoom(room)
    WaitingRoom.#opened.set(room.pool, opened)
    return opened
  }

  get pool(): string {
    return this.room.pool
  }

  /**
   * Takes a place, which is given back by `leave`.
   *
   * @throws Overloaded
   */
  async enter(name: string, patience: Patience): Promise<void> {
    const line = this.#lines.get(name) ?? new Line()
    this.#lines.set(name, line)
    if (this.#hasPlaceFor(line)) this.#take(line)
    else await this.#wait(name, line, patience)
    patience.hasBegun = true
  }

  leave(name: string): void {
    const line = this.#lines.get(name)
    if (!line) return
    line.held -= 1
    this.#taken -= 1
    this.#tidy(name)
    this.#admit()
  }

  #hasPlaceFor(line: Line): boolean {
    return this.#taken < this.room.places && line.held < this.room.placesOfOne
  }

  #take(line: Line): void {
    line.held += 1
    this.#taken += 1
  }

  async #wait(name: string, line: Line, patience: Patience): Promise<void> {
    const waiter: Waiter = { patience, turn: Promise.withResolvers() }
    line.add(waiter)
    if (this.waiting > this.room.waiters)
      this.#longest(line).refuseLast(new Overloaded('queue_full'))
    const withinMs = patience.hasStored ? HALFWAY_WITHIN_MS : this.room.withinMs
    const timer = setTimeout(() => line.refuse(waiter, new Overloaded('waited')), withinMs)
    try {
      await waiter.turn.promise
    } finally {
      clearTimeout(timer)
      this.#tidy(name)
    }
  }

  get waiting(): number {
    let sum = 0
    for (const { length } of this.#lines.values()) sum += length
    return sum
  }

  #tidy(name: string): void {
    if (this.#lines.get(name)?.isEmpty) this.#lines.delete(name)
  }

  /** Of several, the one that has just grown. */
  #longest(grown: Line): Line {
    let longest = grown
    for (const line of this.#lines.values()) if (line.length > longest.length) longest = line
    return longest
  }

  #admit(): void {
    for (const [name, line] of this.#lines) {
      if (this.#taken >= this.room.places) return
      if (line.length === 0 || !this.#hasPlaceFor(line)) continue
      this.#take(line)
      line.shift()?.turn.resolve()
      // its next turn comes after those of all others
      this.#lines.delete(name)
      this.#lines.set(name, line)
    }
  }
}
