import type { Secret } from '@adonisjs/core/helpers'
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

/** How to reach a provider that signs by the API of the Cloud Signature Consortium (CSC API 2.0.0.2). */
export interface CscAccess {
  /** Of its API, such as `https://provider.example/csc/v2`. */
  url: string
  /** Of its OAuth 2.0 server, whose `/oauth2/token` gives access tokens; that of the API unless `info` names another. */
  clientId: string
  clientSecret: Secret<string>
  http?: Pick<PublicHttp, 'request'>
}

type Members = Record<string, unknown>

/** Asks one provider, with an access token for its service (8.4.4, client credentials), which is kept as long as it lasts. */
export class CscHttp {
  #token: string | null = null
  #oauth: string | null = null

  constructor(private access: CscAccess) {}

  /** @param method  such as `credentials/info` @throws E_KEY_STORE_AWAY */
  async ask(method: string, input: Members): Promise<Members> {
    this.#token ??= await this.#newToken()
    let answer = await this.#send(method, input, this.#token)
    if (answer.status === UNAUTHORIZED) {
      // it has ended, or the provider has forgotten it
      this.#token = await this.#newToken()
      answer = await this.#send(method, input, this.#token)
    }
    return membersOf(answer, method)
  }

  /** What the provider says of itself, to anybody (11.1). @throws E_KEY_STORE_AWAY */
  async info(): Promise<Members> {
    return membersOf(await this.#send('info', {}, null), 'info')
  }

  async #newToken(): Promise<string> {
    this.#oauth ??= String((await this.info()).oauth2 ?? this.access.url)
    const { clientId, clientSecret } = this.access
    const form = {
      grant_type: 'client_credentials',
      scope: 'service',
      client_id: clientId,
      client_secret: clientSecret.release(),
    }
    const answer = await this.#request(`${this.#oauth}/oauth2/token`, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    })
    const { access_token: token } = membersOf(answer, 'oauth2/token')
    if (typeof token !== 'string' || token === '')
      throw new ProviderAway('other', 'it gave no access token')
    return token
  }

  #send(method: string, input: Members, token: string | null): Promise<HttpAnswer> {
    return this.#request(`${this.access.url}/${method}`, {
      headers: {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(input),
    })
  }

  async #request(
    url: string,
    { headers, body }: { headers: Record<string, string>; body: string }
  ): Promise<HttpAnswer> {
    const { http = publicHttp } = this.access
    const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_ANSWER_BYTES }
    try {
      return await http.request({ url, purpose: 'seals', method: 'POST', headers, body, ...limits })
    } catch (cause) {
      if (cause instanceof UrlForbidden) throw new ProviderAway('address', cause.message, { cause })
      if (!(cause instanceof UrlUnreachable)) throw cause
      throw new ProviderAway('unreachable', cause.message, { cause })
    }
  }
}

function membersOf({ status, truncated, body }: HttpAnswer, method: string): Members {
  const members = parsed(body)
  if (status === 200 && !truncated && members) return members
  const error = members?.error
  const code = typeof error === 'string' && ERROR_CODE.test(error) ? error : null
  const said = `it answered ${status} to ${method}${code ? ` (${code})` : ''}`
  throw new ProviderAway(faultOf(status, method, code), said)
}

function faultOf(status: number, method: string, code: string | null): ProviderFault {
  if (status >= 500) return 'unreachable'
  if (method === 'oauth2/token' && (status === UNAUTHORIZED || code === 'invalid_client'))
    return 'client'
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
