import { Agent, request } from 'undici'
import { sha256Hex } from '#app/foundation/opaque_token'
import { pdfTexts } from '#app/white_label/pdf_texts'
import type { Method } from './route_list.js'

/** A request, whole: at which host, as whom, with what. */
export interface Question {
  readonly method: Method
  readonly path: string
  readonly host: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Body
}

/** JSON, or the fields of a form. */
export type Body =
  { readonly json: unknown } | { readonly form: readonly (readonly [string, string])[] }

export interface Answer {
  readonly status: number
  /** Where it leads on. */
  readonly location: string
  /** Whether the page that it leads to will say that nothing was done. */
  readonly saysNo: boolean
  /** Every word of it: headers, body, and what can be read in a PDF. */
  readonly text: string
  /** Every word that was sent. */
  readonly sent: string
  /** Seconds to wait before the answer means anything; 0 otherwise, and if the wait is too long. */
  readonly waitMs: number
}

const LONGEST_WAIT_S = 60
const FLASH = /^(?:__Host-)?flash=([^;]+)/
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

  async ask({ method, path, host, headers, body }: Question): Promise<Answer> {
    const { type, text } = written(method, body)
    const answer = await request(this.origin + path, {
      method,
      headers: { host, ...OWN_PAGE, ...headers, ...type },
      body: text,
      dispatcher: this.#agent,
    })
    const bytes = Buffer.from(await answer.body.arrayBuffer())
    const waitS = answer.statusCode === 429 ? Number(answer.headers['retry-after']) : 0
    return {
      status: answer.statusCode,
      location: String(answer.headers.location ?? ''),
      saysNo: toneOf([answer.headers['set-cookie'] ?? []].flat()) === 'danger',
      text: JSON.stringify(answer.headers) + (await this.#words(bytes)),
      sent: `${path} ${decodeURIComponent((text ?? '').replaceAll('+', ' ').replace(/%(?![0-9a-f]{2})/gi, ''))}`,
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

/** How the sentence sounds that the next page says: it travels in a signed cookie, which is no secret. */
function toneOf(cookies: readonly string[]): string | undefined {
  const [, value] = cookies.map((line) => FLASH.exec(line)).find((match) => match !== null) ?? []
  if (!value) return undefined
  const [text] = decodeURIComponent(value).replace(/^s:/, '').split('.')
  return JSON.parse(Buffer.from(text, 'base64url').toString()).message?.tone
}

function written(
  method: Method,
  body: Body | undefined
): { type: Record<string, string>; text: string | undefined } {
  if (method === 'GET') return { type: {}, text: undefined }
  if (body && 'json' in body)
    return { type: { 'content-type': 'application/json' }, text: JSON.stringify(body.json) }
  const form = new URLSearchParams((body?.form ?? []) as [string, string][])
  return { type: { 'content-type': 'application/x-www-form-urlencoded' }, text: form.toString() }
}
