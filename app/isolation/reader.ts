import { Agent, request } from 'undici'
import { sha256Hex } from '#app/foundation/opaque_token'
import { pdfTexts } from '#app/white_label/pdf_texts'
import { addressOf, type Route } from './route_list.js'
import type { Credential, Things } from './side.js'

export interface Question {
  route: Route
  things: Things
  host: string
  who: Credential | null
}

export interface Answer {
  status: number
  /** Every word of it: headers, body, and what can be read in a PDF. */
  text: string
  /** The path that was asked for. */
  sent: string
  /** Whoever is told to wait has learned nothing yet; 0 for everybody else, and where the wait is too long. */
  waitMs: number
}

const LONGEST_WAIT_S = 60
const PDF = Buffer.from('%PDF-')
const OWN_PAGE = {
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
}

/** Asks a web process, and reads every word of its answers. */
export class Reader {
  #agent: Agent
  /** What stands in each PDF, by its SHA-256: many are given the same file. */
  #pdfs = new Map<string, Promise<string>>()

  constructor(
    private origin: string,
    connections: number
  ) {
    this.#agent = new Agent({ connections })
  }

  async ask({ route, things, host, who }: Question): Promise<Answer> {
    const path = addressOf(route, things)
    const answer = await request(this.origin + path, {
      method: route.method,
      headers: { host, ...OWN_PAGE, ...who?.headers, ...typeOf(route) },
      body: bodyOf(route),
      dispatcher: this.#agent,
    })
    const body = Buffer.from(await answer.body.arrayBuffer())
    const waitS = answer.statusCode === 429 ? Number(answer.headers['retry-after']) : 0
    return {
      status: answer.statusCode,
      text: JSON.stringify(answer.headers) + (await this.#words(body)),
      sent: path,
      waitMs: waitS <= LONGEST_WAIT_S ? waitS * 1000 : 0,
    }
  }

  async close(): Promise<void> {
    await this.#agent.close()
  }

  async #words(body: Buffer): Promise<string> {
    if (!body.subarray(0, PDF.length).equals(PDF)) return body.toString('latin1')
    const sha256 = sha256Hex(body)
    const words = this.#pdfs.get(sha256) ?? pdfTexts(body).then((texts) => texts.join('\n'))
    this.#pdfs.set(sha256, words)
    return words
  }
}

function isRead({ method }: Route): boolean {
  return method === 'GET'
}

function isApi({ pattern }: Route): boolean {
  return pattern.startsWith('/api/')
}

function typeOf(route: Route): Record<string, string> {
  if (isRead(route)) return {}
  return {
    'content-type': isApi(route) ? 'application/json' : 'application/x-www-form-urlencoded',
  }
}

function bodyOf(route: Route): string | undefined {
  if (isRead(route)) return undefined
  return isApi(route) ? '{}' : ''
}
