import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Secret } from '@adonisjs/core/helpers'
import UrlForbidden from '#app/foundation/errors/url_forbidden'
import UrlUnreachable from '#app/foundation/errors/url_unreachable'
import { publicHttp, type HttpAnswer, type PublicHttp } from '#app/foundation/outbound/public_http'
import KeyStoreAway from '../errors/key_store_away.js'

const TIMEOUT_MS = 5_000
const MAX_ANSWER_BYTES = 64 * 1024
/** After these, what asked is told; its work comes again later. */
const PAUSES_MS = [100, 400]
/** Consistency that is eventual, rate limits, and standbys and what is sealed or starting: they pass. */
const PASSING = [412, 429, 472, 473]

export interface VaultAccess {
  /** Such as `https://vault.example.com:8200`. */
  address: string
  token: Secret<string> | null
  /** Read at each request, since agents renew it. */
  tokenFile: string | null
  namespace: string | null
  http?: Pick<PublicHttp, 'request'>
}

/** The HTTP API of HashiCorp Vault, and of OpenBao. */
export class VaultHttp {
  constructor(private access: VaultAccess) {}

  /**
   * @param path  below `/v1/`
   * @returns the member `data` of its answer; null where there is none
   * @throws E_KEY_STORE_AWAY
   */
  async ask(method: 'GET' | 'POST', path: string, body?: Record<string, unknown>) {
    const answer = await this.#answer(method, path, body)
    if (answer.status === 204) return null
    if (answer.status !== 200 || answer.truncated) throw refused(answer)
    return membersOf(membersOf(parsed(answer)).data)
  }

  async #answer(method: 'GET' | 'POST', path: string, body?: Record<string, unknown>) {
    for (const pauseMs of PAUSES_MS) {
      const answer = await this.#once(method, path, body).catch((error: unknown) => {
        if (!(error instanceof UrlUnreachable)) throw unreachable(error)
        return null
      })
      if (answer && answer.status < 500 && !PASSING.includes(answer.status)) return answer
      await pause(pauseMs + Math.random() * pauseMs)
    }
    return this.#once(method, path, body).catch((error: unknown) => {
      throw unreachable(error)
    })
  }

  async #once(method: 'GET' | 'POST', path: string, body?: Record<string, unknown>) {
    const { address, namespace, http = publicHttp } = this.access
    return http.request({
      url: `${address}/v1/${path}`,
      purpose: 'keys',
      method,
      headers: {
        'x-vault-token': await this.#token(),
        'x-vault-request': 'true',
        ...(namespace && { 'x-vault-namespace': namespace }),
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body && JSON.stringify(body),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_ANSWER_BYTES,
    })
  }

  async #token(): Promise<string> {
    const { token, tokenFile } = this.access
    if (!tokenFile) return token?.release() ?? ''
    try {
      return (await readFile(tokenFile, 'utf8')).trim()
    } catch (cause) {
      throw new KeyStoreAway(`VAULT_TOKEN_FILE cannot be read: ${(cause as Error).message}`, {
        cause,
      })
    }
  }
}

function unreachable(error: unknown): unknown {
  if (!(error instanceof UrlUnreachable || error instanceof UrlForbidden)) return error
  return new KeyStoreAway(`Vault at VAULT_ADDR: ${error.message}`, { cause: error })
}

function parsed({ body }: HttpAnswer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch (cause) {
    throw new KeyStoreAway('what Vault answered is not JSON', { cause })
  }
}

export function membersOf(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  throw new KeyStoreAway('Vault answered something else than what was asked')
}

/** Vault says why in `errors`; proxies before it say it in their own ways. */
function refused({ status, body }: HttpAnswer): KeyStoreAway {
  const [, says] = /"errors"\s*:\s*\[\s*"((?:[^"\\]|\\.){1,300})/.exec(body.toString('utf8')) ?? []
  const words = says
    ?.replaceAll(/\\[nt]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return new KeyStoreAway(`Vault answered ${status}${words ? ` (${words})` : ''}`)
}
