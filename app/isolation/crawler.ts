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

  constructor(
    private origin: string,
    private canaries: Canaries
  ) {}

  async tryAll(attempts: readonly Attempt[], progress: (done: number) => void): Promise<Leak[]> {
    const leaks: Leak[] = []
    const queue = attempts.values()
    const hand = async () => {
      for (const attempt of queue) {
        leaks.push(...(await this.#try(attempt)))
        progress(this.asked)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, hand))
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

  async #try({ wall, route, who, at, idsOf, environment, isForbidden }: Attempt): Promise<Leak[]> {
    const things = idsOf.things[environment]
    const { status, text, sent } = await this.#ask({ route, things, host: at.host, who })
    const where = `${route.method} ${route.pattern} with ${who?.name ?? 'no credentials'} at ${at.name}’s host, ${environment} ids of ${idsOf.name}: ${status}`
    return this.canaries
      .in(text)
      .filter((canary) => isForbidden(canary) && !sent.includes(canary.word))
      .map((canary) => ({ wall, where, canary }))
  }

  async #ask(
    question: Question,
    waits = 0
  ): Promise<{ status: number; text: string; sent: string }> {
    const { route, things, host, who } = question
    const path = addressOf(route, things)
    const answer = await request(this.origin + path, {
      method: route.method,
      headers: { host, ...OWN_PAGE, ...who?.headers, ...typeOf(route) },
      body: bodyOf(route),
      dispatcher: this.#agent,
    })
    const body = Buffer.from(await answer.body.arrayBuffer())
    const waitS = answer.statusCode === 429 ? Number(answer.headers['retry-after']) : Infinity
    // whoever is told to wait has learned nothing yet
    if (waitS <= LONGEST_WAIT_S && waits < MAX_WAITS) {
      await pause(waitS * 1000)
      return this.#ask(question, waits + 1)
    }
    this.asked += 1
    this.statuses.set(answer.statusCode, (this.statuses.get(answer.statusCode) ?? 0) + 1)
    if (answer.statusCode >= 500) this.broken.add(`${route.method} ${route.pattern}`)
    const text = JSON.stringify(answer.headers) + (await this.#words(body))
    return { status: answer.statusCode, text, sent: path }
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
