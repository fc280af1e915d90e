import { Refusal } from '../refusal.js'

const SENTENCES = {
  dns: 'its name could not be resolved',
  connect: 'no connection could be made',
  tls: 'no secure connection could be made',
  closed: 'the connection was closed before the answer was complete',
  answer: 'the answer was not valid HTTP',
  redirects: 'it redirects too often',
  timeout: 'no complete answer came in time',
} as const

export type UrlUnreachableReason = keyof typeof SENTENCES

export default class UrlUnreachable extends Refusal {
  static readonly kind = 'invalid'
  static readonly code = 'url_unreachable'
  /** The system's code for it, such as ECONNREFUSED or CERT_HAS_EXPIRED, where it has one. */
  readonly detail?: string

  constructor(
    readonly reason: UrlUnreachableReason,
    cause?: unknown
  ) {
    const detail = codeOf(cause)
    const sentence = `The URL could not be reached: ${SENTENCES[reason]}`
    super(detail ? `${sentence} (${detail})` : sentence, { cause })
    this.detail = detail
    this.details = { reason, detail }
    this.wording = { form: reason, values: { detail: detail ?? 'none' } }
  }
}

/** Codes of the HTTP library say nothing to who reads this. */
function codeOf(cause: unknown): string | undefined {
  if (!(cause instanceof Error && 'code' in cause && typeof cause.code === 'string')) return
  return cause.code.startsWith('UND_') ? undefined : cause.code
}
