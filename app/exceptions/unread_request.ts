import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import logger from '@adonisjs/core/services/logger'
import { newId } from '#app/foundation/identifier'
import { CountedLines } from './counted_lines.js'
import { errorBody } from './error_body.js'
import type { Failure } from './failure.js'
import { listed } from './listed_failure.js'

/** For a client that still sends to read the answer: closing at once would reset the connection under it. */
const LINGER_MS = 1_000

const HEADERS_TOO_LARGE = listed(
  'headers_too_large',
  'The request headers are larger than 16 kB in total. Send fewer or shorter headers'
)
const TOO_SLOW = listed('request_timeout', 'The request took too long to arrive. Send it again')
const MALFORMED = listed('malformed_request', 'The request is not valid HTTP/1.1')

/** What Node's parser calls them. */
const FAILURES: Record<string, Failure> = {
  HPE_HEADER_OVERFLOW: HEADERS_TOO_LARGE,
  ERR_HTTP_REQUEST_TIMEOUT: TOO_SLOW,
}

/** Requests that Node's parser gives up on never become one of ours: nobody knows their host, path or key. Their connection ends with an answer. */
export class UnreadRequests {
  #lines: CountedLines
  /** What still comes on such a connection is an error each time. */
  #refused = new WeakSet<Socket>()

  constructor(report: (counts: Record<string, number>) => void) {
    this.#lines = new CountedLines(report)
  }

  /** @param isAnswering  an answer to an earlier request is on this connection's way: nothing may be written into it */
  refuse(error: Error & { code?: string }, socket: Socket, isAnswering: boolean): void {
    if (this.#refused.has(socket)) return
    this.#refused.add(socket)
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering) return void socket.destroy()
    const failure = FAILURES[error.code ?? ''] ?? MALFORMED
    this.#lines.add(failure.code)
    socket.end(answerOf(failure))
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
  }
}

function answerOf(failure: Failure): string {
  const requestId = newId('req')
  const body = JSON.stringify(errorBody(failure, { requestId }))
  return [
    `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    'Connection: close',
    '',
    body,
  ].join('\r\n')
}

export const unreadRequests = new UnreadRequests((counts) =>
  logger.warn({ counts }, 'requests that were no HTTP, or too large, since the last of these lines')
)
