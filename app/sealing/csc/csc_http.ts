import type { Secret } from '@adonisjs/core/helpers'
import UrlForbidden from '#app/foundation/errors/url_forbidden'
import UrlUnreachable from '#app/foundation/errors/url_unreachable'
import { publicHttp, type HttpAnswer, type PublicHttp } from '#app/foundation/outbound/public_http'
import KeyStoreAway from '../errors/key_store_away.js'

const TIMEOUT_MS = 10_000
/** A credential with its path takes about 10 KB. */
const MAX_ANSWER_BYTES = 128 * 1024
const UNAUTHORIZED = 401

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
      throw new KeyStoreAway('the provider of signatures gave no access token')
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
    } catch (error) {
      if (!(error instanceof UrlUnreachable || error instanceof UrlForbidden)) throw error
      throw new KeyStoreAway(`the provider of signatures: ${error.message}`, { cause: error })
    }
  }
}

function membersOf({ status, truncated, body }: HttpAnswer, method: string): Members {
  const members = parsed(body)
  if (status === 200 && !truncated && members) return members
  // its own words may quote what was sent
  const code = typeof members?.error === 'string' ? members.error.slice(0, 60) : 'no reason'
  throw new KeyStoreAway(`the provider of signatures answered ${status} to ${method} (${code})`)
}

function parsed(body: Buffer): Members | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as Members) : null
  } catch {
    return null
  }
}
