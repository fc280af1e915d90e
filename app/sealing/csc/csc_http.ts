import { CscChannel, isUnauthorized, membersOf, type Members } from './csc_channel.js'
import { CscOAuth } from './csc_oauth.js'
import type { CscAccess } from './csc_access.js'

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
