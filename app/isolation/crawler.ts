import { setTimeout as pause } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { sha256Hex } from '#app/foundation/opaque_token'
import { pdfTexts } from '#app/white_label/pdf_texts'
import type { Attempt } from './attempt.js'
import type { Canaries, Canary } from './canary.js'
import { addressOf, environmentOf, type Method, type Route } from './route_list.js'
import type { Credential, Side, Things } from './side.js'

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

interface Question {
  route: Route
  things: Things
  host: string
  who: Credential | null
}

interface Answer {
  status: number
  text: string
  sent: string
  /** Whoever is told to wait has learned nothing yet; 0 for everybody else, and where the wait is too long. */
  waitMs: number
}

const AT_ONCE = 8
const MAX_WAITS = 5
const LONGEST_WAIT_S = 60
const PDF = Buffer.from('%PDF-')
const OWN_PAGE = {
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
}

/** Asks a running web process everything, as everybody, and reads every word of the answers. */
export class Crawler {
  #agent = new Agent({ connections: AT_ONCE })
  asked = 0
  /** Answers by status. */
  readonly statuses = new Map<number, number>()
  /** What broke at being asked. */
  readonly broken = new Set<string>()
  /** Everything that can be read in a PDF, by its SHA-256: many are given the same file. */
  #pdfs = new Map<string, Promise<string>>()
  /** What who was told to wait last was told. */
  #waitMs = 0

  constructor(
    private origin: string,
    private canaries: Canaries
  ) {}

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
      if (turn > 0) await pause(this.#waitMs)
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
    await this.#agent.close()
  }

  /** @returns null for who is told to wait, unless what they are told is the last answer */
  async #try(
    { wall, route, who, at, idsOf, environment, isForbidden }: Attempt,
    isLast: boolean
  ): Promise<Leak[] | null> {
    const things = idsOf.things[environment]
    const question = { route, things, host: at.host, who }
    const { status, text, sent, waitMs } = await this.#askOnce(question)
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
    const answer = await this.#askOnce(question)
    if (answer.waitMs > 0 && waits < MAX_WAITS) {
      await pause(answer.waitMs)
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

  async #askOnce({ route, things, host, who }: Question): Promise<Answer> {
    const path = addressOf(route, things)
    const answer = await request(this.origin + path, {
      method: route.method,
      headers: { host, ...OWN_PAGE, ...who?.headers, ...typeOf(route) },
      body: bodyOf(route),
      dispatcher: this.#agent,
    })
    const body = Buffer.from(await answer.body.arrayBuffer())
    const waitS = answer.statusCode === 429 ? Number(answer.headers['retry-after']) : 0
    const text = JSON.stringify(answer.headers) + (await this.#words(body))
    const waitMs = waitS <= LONGEST_WAIT_S ? waitS * 1000 : 0
    return { status: answer.statusCode, text, sent: path, waitMs }
  }

  async #words(body: Buffer): Promise<string> {
    if (!body.subarray(0, PDF.length).equals(PDF)) return body.toString('latin1')
    const sha256 = sha256Hex(body)
    const words = this.#pdfs.get(sha256) ?? pdfTexts(body).then((texts) => texts.join('\n'))
    this.#pdfs.set(sha256, words)
    return words
  }
}

function isRead(method: Method): boolean {
  return method === 'GET'
}

function isApi({ pattern }: Route): boolean {
  return pattern.startsWith('/api/')
}

function typeOf(route: Route): Record<string, string> {
  if (isRead(route.method)) return {}
  return {
    'content-type': isApi(route) ? 'application/json' : 'application/x-www-form-urlencoded',
  }
}

function bodyOf(route: Route): string | undefined {
  if (isRead(route.method)) return undefined
  return isApi(route) ? '{}' : ''
}
