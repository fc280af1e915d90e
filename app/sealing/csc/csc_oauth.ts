import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import CertificateRefused from '../errors/certificate_refused.js'
import ProviderAway from '../errors/provider_away.js'
import type { CscChannel } from './csc_channel.js'
import type { CscAccess, CscTokens, TokenKeeper } from './csc_access.js'

/** What goes along to the page where a person logs in, and has to come back from there. */
export interface LogInRequest {
  redirectUri: string
  state: string
  /** Of PKCE (RFC 7636): 43 characters or more. */
  verifier: string
}

/** As much as a header takes (RFC 6750, 2.1, and opaque ones of others); a form carries both while somebody chooses. */
const TOKEN = /^[\x21-\x7e]{1,8192}$/

const RENEWAL_TRIES = 60
const RENEWAL_POLL_MS = 250

/** Access to the service of one provider (8.3, 8.4): for the client itself, or for a person who has logged in. */
export class CscOAuth {
  #server: string | null = null

  /** @param server  whose `/oauth2/authorize` and `/oauth2/token` these are */
  constructor(
    private access: CscAccess,
    private channel: CscChannel,
    private server: () => Promise<string>
  ) {}

  /** @param refused  the token that the provider does not take any more @throws E_KEY_STORE_AWAY */
  async accessToken(refused: string | null): Promise<string> {
    const { keeper } = this.access
    if (keeper) return this.#renewed(keeper, refused)
    const grant = { grant_type: 'client_credentials', scope: 'service' }
    return (await this.#granted(grant)).accessToken
  }

  /** Where somebody logs in and lets us use what is theirs. @throws E_KEY_STORE_AWAY */
  async logInUrl({ redirectUri, state, verifier }: LogInRequest): Promise<string> {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: this.access.clientId,
      redirect_uri: redirectUri,
      scope: 'service',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      state,
    })
    const url = URL.parse(`${await this.#place('authorize')}?${query}`)
    // what comes back from there is worth a log-in: in the clear only where we talk to the provider so, too
    const ways = ['https:', new URL(this.access.url).protocol]
    if (url && ways.includes(url.protocol)) return url.href
    throw new ProviderAway('other', 'it names no place to log in')
  }

  /** Once somebody has. @throws CertificateRefused where nobody could log in again later, E_KEY_STORE_AWAY */
  async redeem(code: string, { redirectUri, verifier }: LogInRequest): Promise<CscTokens> {
    const about = { redirect_uri: redirectUri, code_verifier: verifier }
    const grant = { grant_type: 'authorization_code', code, ...about }
    const { accessToken, refreshToken } = await this.#granted(grant)
    if (refreshToken) return { accessToken, refreshToken }
    throw new CertificateRefused(
      'The provider lets people in without a way to renew that (a refresh token). Documents are sealed while nobody is there to log in again: ask it for a client with refresh tokens, or for one with access of its own.',
      { form: 'no_refresh' }
    )
  }

  async #renewed(keeper: TokenKeeper, refused: string | null): Promise<string> {
    for (let tries = 0; tries < RENEWAL_TRIES; tries++) {
      const held = await keeper.read()
      if (held.accessToken !== refused) return held.accessToken
      if (await keeper.claim()) return this.#renew(keeper, held)
      await pause(RENEWAL_POLL_MS)
    }
    throw new ProviderAway('unreachable', 'its log-in was being renewed, and was not in time')
  }

  async #renew(keeper: TokenKeeper, { refreshToken }: CscTokens): Promise<string> {
    try {
      const got = await this.#granted({ grant_type: 'refresh_token', refresh_token: refreshToken })
      const { accessToken } = got
      await keeper.replace({ accessToken, refreshToken: got.refreshToken ?? refreshToken })
      return accessToken
    } catch (error) {
      await keeper.release()
      throw error
    }
  }

  async #granted(
    grant: Record<string, string>
  ): Promise<{ accessToken: string; refreshToken: string | null }> {
    const { clientId, clientSecret } = this.access
    const client = { client_id: clientId, client_secret: clientSecret.release() }
    const got = await this.channel.token(await this.#place('token'), { ...grant, ...client })
    const { access_token: accessToken, refresh_token: refreshToken } = got
    if (!isToken(accessToken)) throw new ProviderAway('other', 'it gave no access token')
    return { accessToken, refreshToken: isToken(refreshToken) ? refreshToken : null }
  }

  async #place(endpoint: 'authorize' | 'token'): Promise<string> {
    this.#server ??= await this.server()
    return `${this.#server}/oauth2/${endpoint}`
  }
}

function isToken(value: unknown): value is string {
  return typeof value === 'string' && TOKEN.test(value)
}
