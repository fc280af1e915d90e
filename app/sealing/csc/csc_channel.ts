import UrlForbidden from '#app/foundation/errors/url_forbidden'
import UrlUnreachable from '#app/foundation/errors/url_unreachable'
import { publicHttp, type HttpAnswer, type PublicHttp } from '#app/foundation/outbound/public_http'
import ProviderAway, { type ProviderFault } from '../errors/provider_away.js'

const TIMEOUT_MS = 10_000
/** A credential with its path takes about 10 KB, one without it 2. */
const MAX_ANSWER_BYTES = 256 * 1024
const UNAUTHORIZED = 401
/** As the specification and OAuth 2.0 write them; anything else may quote what was sent. */
const ERROR_CODE = /^[A-Za-z_]{1,60}$/
const TOKEN = 'oauth2/token'

export type Members = Record<string, unknown>

/** What goes to a provider and comes back, and what its refusals mean. */
export class CscChannel {
  constructor(private http: Pick<PublicHttp, 'request'> = publicHttp) {}

  /** @throws E_KEY_STORE_AWAY where it cannot be reached */
  async call(url: string, input: Members, token: string | null): Promise<HttpAnswer> {
    const authorization = token && { authorization: `Bearer ${token}` }
    const headers = { 'content-type': 'application/json', ...authorization }
    return this.#post(url, headers, JSON.stringify(input))
  }

  /** Of an OAuth 2.0 server. @throws E_KEY_STORE_AWAY */
  async token(url: string, form: Record<string, string>): Promise<Members> {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return membersOf(await this.#post(url, headers, new URLSearchParams(form).toString()), TOKEN)
  }

  async #post(url: string, headers: Record<string, string>, body: string): Promise<HttpAnswer> {
    const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_ANSWER_BYTES }
    const request = { url, purpose: 'seals', method: 'POST', headers, body, ...limits } as const
    try {
      return await this.http.request(request)
    } catch (cause) {
      if (cause instanceof UrlForbidden) throw new ProviderAway('address', cause.message, { cause })
      if (!(cause instanceof UrlUnreachable)) throw cause
      throw new ProviderAway('unreachable', cause.message, { cause })
    }
  }
}

export function isUnauthorized({ status }: HttpAnswer): boolean {
  return status === UNAUTHORIZED
}

/** @param method  such as `credentials/info` @throws E_KEY_STORE_AWAY for a refusal */
export function membersOf({ status, truncated, body }: HttpAnswer, method: string): Members {
  const members = parsed(body)
  if (status === 200 && !truncated && members) return members
  const code = errorCode(members?.error)
  const said = `it answered ${status} to ${method}${code ? ` (${code})` : ''}`
  throw new ProviderAway(faultOf(status, method, code), said)
}

/** @returns null for anything that is not a code */
export function errorCode(error: unknown): string | null {
  return typeof error === 'string' && ERROR_CODE.test(error) ? error : null
}

function faultOf(status: number, method: string, code: string | null): ProviderFault {
  if (status >= 500) return 'unreachable'
  if (method === TOKEN && code === 'invalid_grant') return 'login'
  if (method === TOKEN && (status === UNAUTHORIZED || code === 'invalid_client')) return 'client'
  return code === 'invalid_pin' ? 'pin' : 'other'
}

function parsed(body: Buffer): Members | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as Members) : null
  } catch {
    return null
  }
}
