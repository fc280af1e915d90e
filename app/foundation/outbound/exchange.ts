import { type Dispatcher, errors } from 'undici'

import UrlForbidden from '../errors/url_forbidden.js'
import UrlTimedOut from '../errors/url_timed_out.js'
import UrlUnreachable from '../errors/url_unreachable.js'
import type { Connection } from './guarded_connector.js'
import type { Line } from './line.js'

const BROKEN_ANSWERS = [
  errors.HTTPParserError,
  errors.HeadersOverflowError,
  errors.ResponseContentLengthMismatchError,
]

type Headers = Record<string, string | string[] | undefined>

/** In milliseconds; the parts of connecting are null where an open connection served. */
export interface Timings {
  dnsMs: number | null
  connectMs: number | null
  tlsMs: number | null
  firstByteMs: number
  totalMs: number
}

export interface HttpAnswer {
  status: number
  headers: Headers
  /** As sent, never decompressed; at most `maxBytes` of it. */
  body: Buffer
  truncated: boolean
  remoteAddress: string
  /** Such as TLSv1.3; null for plain HTTP. */
  tlsVersion: string | null
  timings: Timings
}

export interface ExchangeLimits {
  /** On the clock of `performance`; earlier than the exchange when a redirect led to it. */
  startedAt: number
  timeoutMs: number
  maxBytes: number
}

/** One request and its answer, within a deadline and a number of bytes. */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly answer: Promise<HttpAnswer>
  line?: Line

  readonly #resolve: (answer: HttpAnswer) => void
  readonly #reject: (error: Error) => void
  readonly #timer: NodeJS.Timeout
  readonly #startedAt: number
  readonly #chunks: Buffer[] = []
  #room: number
  #settled = false
  #controller?: Dispatcher.DispatchController
  #connection?: Connection
  #openedForThis = false
  #status = 0
  #headers: Headers = {}
  #firstByteAt = 0

  constructor({ startedAt, timeoutMs, maxBytes }: ExchangeLimits) {
    const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>()
    this.answer = promise
    this.#resolve = resolve
    this.#reject = reject
    this.#room = maxBytes
    this.#startedAt = startedAt
    const leftMs = timeoutMs - (performance.now() - startedAt)
    this.#timer = setTimeout(() => this.#fail(new UrlTimedOut()), leftMs)
  }

  onRequestStart(controller: Dispatcher.DispatchController) {
    // waited for a line until after its deadline: an error here leaves the line to others
    if (this.#settled) throw new UrlTimedOut()
    this.#controller = controller
    this.#connection = this.line?.connection
    this.#openedForThis = this.#connection?.exchanges === 0
    if (this.#connection) this.#connection.exchanges++
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: Headers) {
    this.#status = status
    this.#headers = headers
    this.#firstByteAt = performance.now()
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer) {
    this.#chunks.push(chunk.length > this.#room ? chunk.subarray(0, this.#room) : chunk)
    if (chunk.length <= this.#room) {
      this.#room -= chunk.length
      return
    }
    this.#succeed({ truncated: true })
    controller.abort(new Error('Enough was read'))
  }

  onResponseEnd() {
    this.#succeed({ truncated: false })
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error) {
    this.#fail(named(error))
  }

  #succeed({ truncated }: { truncated: boolean }) {
    if (!this.#settle()) return
    this.#resolve({
      status: this.#status,
      headers: this.#headers,
      body: this.#chunks.length === 1 ? this.#chunks[0] : Buffer.concat(this.#chunks),
      truncated,
      remoteAddress: this.#connection?.remoteAddress ?? '',
      tlsVersion: this.#connection?.tlsVersion ?? null,
      timings: this.#timings(),
    })
  }

  #fail(error: Error) {
    if (!this.#settle()) return
    this.#reject(error)
    this.#controller?.abort(error)
  }

  #settle(): boolean {
    if (this.#settled) return false
    clearTimeout(this.#timer)
    return (this.#settled = true)
  }

  #timings(): Timings {
    const opened = this.#openedForThis ? this.#connection : undefined
    return {
      dnsMs: opened?.dnsMs ?? null,
      connectMs: opened?.connectMs ?? null,
      tlsMs: opened?.tlsMs ?? null,
      firstByteMs: this.#firstByteAt - this.#startedAt,
      totalMs: performance.now() - this.#startedAt,
    }
  }
}

/** Ours as they are; what is wrong with the request itself is a mistake of the caller's and stays one. */
function named(error: Error): Error {
  if (error instanceof UrlForbidden || error instanceof UrlUnreachable) return error
  if (error instanceof errors.InvalidArgumentError) return error
  const isBroken = BROKEN_ANSWERS.some((kind) => error instanceof kind)
  return new UrlUnreachable(isBroken ? 'answer' : 'closed', error)
}
