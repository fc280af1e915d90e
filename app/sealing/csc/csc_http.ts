import type { Secret } from '@adonisjs/core/helpers'
import type { PublicHttp } from '#app/foundation/outbound/public_http'
import { CscChannel, isUnauthorized, membersOf, type Members } from './csc_channel.js'
import { CscOAuth, type TokenKeeper } from './csc_oauth.js'

/** How to reach a provider that signs by the API of the Cloud Signature Consortium (CSC API 2.0.0.2). */
export interface CscAccess {
  /** Of its API, such as `https://provider.example/csc/v2`. */
  url: string
  /** Of its OAuth 2.0 server, whose `/oauth2/token` gives access tokens; that of the API unless `info` names another. */
  clientId: string
  clientSecret: Secret<string>
  /** Where a person has logged in for the client; without one it has access of its own. */
  keeper?: TokenKeeper
  http?: Pick<PublicHttp, 'request'>
}

/** Asks one provider, with an access token for its service, which is kept as long as it lasts. */
export class CscHttp {
  readonly oauth: CscOAuth
  #channel: CscChannel
  #token: string | null = null

  constructor(private access: CscAccess) {
    this.#channel = new CscChannel(access.http)
    const server = async () => String((await this.info()).oauth2 ?? access.url)
    this.oauth = new CscOAuth(access, this.#channel, server)
  }

  /** @param method  such as `credentials/info` @throws E_KEY_STORE_AWAY */
  async ask(method: string, input: Members): Promise<Members> {
    const url = `${this.access.url}/${method}`
    this.#token ??= await this.oauth.accessToken(null)
    let answer = await this.#channel.call(url, input, this.#token)
    if (isUnauthorized(answer)) {
      // it has ended, or the provider has forgotten it
      this.#token = await this.oauth.accessToken(this.#token)
      answer = await this.#channel.call(url, input, this.#token)
    }
    return membersOf(answer, method)
  }

  /** What the provider says of itself, to anybody (11.1). @throws E_KEY_STORE_AWAY */
  async info(): Promise<Members> {
    return membersOf(await this.#channel.call(`${this.access.url}/info`, {}, null), 'info')
  }
}
