import { setTimeout as pause } from 'node:timers/promises'
import type { Attempt } from './attempt.js'
import type { Canaries, Canary } from './canary.js'
import { Reader, type Answer, type Question } from './reader.js'
import { environmentOf, type Route } from './route_list.js'
import type { Side } from './side.js'

/** A word where it must not be. */
export interface Leak {
  /** Which wall has the hole, or where the word was found. */
  readonly wall: string
  readonly where: string
  readonly canary: Canary
}

interface AtHome {
  seen: ReadonlySet<Canary>
  leaks: readonly Leak[]
}

const AT_ONCE = 8
const MAX_WAITS = 5
/** Asks a running web process everything, as everybody, and looks for words that are not where they belong. */
export class Crawler {
  #reader: Reader
  asked = 0
  /** Answers by status. */
  readonly statuses = new Map<number, number>()
  /** What broke at being asked. */
  readonly broken = new Set<string>()
  /** What who was told to wait last was told. */
  #waitMs = 0

  /** @param wait  what is done when there is nothing left but attempts that were told to wait */
  constructor(
    origin: string,
    private canaries: Canaries,
    private wait: (ms: number) => Promise<void> = pause
  ) {
    this.#reader = new Reader(origin, AT_ONCE)
  }

  /**
   * Tries one after the other. Those that are told to wait come again when everybody else has had their turn.
   *
   * @param untilFound  whether the first leak is enough
   */
  async tryAll(
    attempts: readonly Attempt[],
    progress: (done: number) => void,
    untilFound = false
  ): Promise<Leak[]> {
    const leaks: Leak[] = []
    let waiting: Attempt[] = []
    const isOver = () => untilFound && leaks.length > 0
    const round = async (queue: ArrayIterator<Attempt>, isLast: boolean) => {
      for (const attempt of queue) {
        if (isOver()) return
        const found = await this.#try(attempt, isLast)
        if (found) leaks.push(...found)
        else waiting.push(attempt)
        progress(this.asked)
      }
    }
    for (let turn = 0, queue = attempts; queue.length > 0 && !isOver(); turn += 1) {
      if (turn > 0) await this.wait(this.#waitMs)
      waiting = []
      const left = queue.values()
      const isLast = turn === MAX_WAITS
      await Promise.all(Array.from({ length: AT_ONCE }, () => round(left, isLast)))
      queue = waiting
    }
    return leaks
  }

  /**
   * What the owner sees at home: a crawler that does not even find the owner's words is blind, and a stranger's have leaked. Their files
   * count too, with what stands in them.
   */
  async atHome(side: Side, routes: readonly Route[]): Promise<AtHome> {
    const seen = new Set<Canary>()
    const leaks: Leak[] = []
    const insiders = side.credentials.filter(({ kind, role }) => kind === 'key' || role === 'owner')
    for (const who of insiders) {
      for (const route of routes.filter(({ method }) => method === 'GET')) {
        const things = side.things[environmentOf(route, who)]
        const { text } = await this.#ask({ route, things, host: side.host, who })
        const where = `${route.method} ${route.pattern} with ${who.name}`
        for (const canary of this.canaries.in(text))
          if (canary.home.tenant === side.name) seen.add(canary)
          else leaks.push({ wall: 'home', where, canary })
      }
    }
    return { seen, leaks }
  }

  async close(): Promise<void> {
    await this.#reader.close()
  }

  /** @returns null for who is told to wait, unless what they are told is the last answer */
  async #try(
    { wall, route, who, at, idsOf, environment, isForbidden }: Attempt,
    isLast: boolean
  ): Promise<Leak[] | null> {
    const things = idsOf.things[environment]
    const question = { route, things, host: at.host, who }
    const { status, text, sent, waitMs } = await this.#reader.ask(question)
    if (waitMs > 0 && !isLast) {
      this.#waitMs = waitMs
      return null
    }
    this.#count(route, status)
    const where = `${route.method} ${route.pattern} with ${who?.name ?? 'no credentials'} at ${at.name}’s host, ${environment} ids of ${idsOf.name}: ${status}`
    return this.canaries
      .in(text)
      .filter((canary) => isForbidden(canary) && !sent.includes(canary.word))
      .map((canary) => ({ wall, where, canary }))
  }

  async #ask(question: Question, waits = 0): Promise<Answer> {
    const answer = await this.#reader.ask(question)
    if (answer.waitMs > 0 && waits < MAX_WAITS) {
      await this.wait(answer.waitMs)
      return this.#ask(question, waits + 1)
    }
    this.#count(question.route, answer.status)
    return answer
  }

  #count({ method, pattern }: Route, status: number): void {
    this.asked += 1
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
    if (status >= 500) this.broken.add(`${method} ${pattern}`)
  }
}
