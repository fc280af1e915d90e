import { randomBytes } from 'node:crypto'
import { HOUR_MS, MINUTE_MS } from '#app/foundation/duration'
import type { Environment } from '#app/foundation/environment'
import { newId } from '#app/foundation/identifier'
import {
  environmentOfToken,
  linkToken,
  tokenHash,
  type LinkSeed,
} from '#app/documents/signers/signing_link'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { query } from '#app/tenancy/statement'

/** How long a link waits to be opened. */
const OPEN_MS = 5 * MINUTE_MS

/** How long the page that it opened goes on: a contract may be long. */
export const SESSION_MS = 4 * HOUR_MS

/** From when on nobody can still be on a page that such a link opened. */
export const LIFE_MS = OPEN_MS + SESSION_MS

const SALT_BYTES = 16

type Seed = Pick<LinkSeed, 'id' | 'salt'>

/** A link for which nobody has been given the token yet. */
interface NewLink {
  token: string
  openUntil: Date
  /** The columns of its row that every such link has. */
  row: Seed & {
    open_sha256: string
    session_sha256: string
    created_at: Date
    open_until: Date
  }
}

/** A token that opens once, within minutes, and leads to another that the page goes on with. Both are derived from the row of the link. */
export class OneTimeLink {
  readonly #open: string

  /**
   * @param prefix  of the id of its rows
   * @param open  by the token's hash ($1), now ($2) and the end of the session ($3), where it was not opened yet; returning `id` and `salt`
   */
  constructor(
    readonly kind: 'editor' | 'embed' | 'in-person',
    readonly prefix: string,
    open: string
  ) {
    this.#open = open
  }

  async make(now: Date): Promise<NewLink> {
    const { environment } = CurrentTenant.get()
    const seed = { id: newId(this.prefix, environment), salt: randomBytes(SALT_BYTES) }
    const token = await this.#token('link', seed)
    const openUntil = new Date(now.getTime() + OPEN_MS)
    const row = {
      ...seed,
      open_sha256: tokenHash(token),
      session_sha256: tokenHash(await this.#token('session', seed)),
      ...{ created_at: now, open_until: openUntil },
    }
    return { token, openUntil, row }
  }

  environment(token: string): Environment | null {
    return environmentOfToken(`${this.kind}-link`, token)
  }

  sessionEnvironment(token: string): Environment | null {
    return environmentOfToken(`${this.kind}-session`, token)
  }

  /** Once: of two who open it at the same time one comes in. @returns the token that the page goes on with */
  async open(token: string): Promise<string | null> {
    const now = await tenantClock.read()
    const values = [tokenHash(token), now, new Date(now.getTime() + SESSION_MS)]
    const [[row]] = await CurrentTenant.batch([query<Seed>(this.#open, values)])
    return row ? this.#token('session', row) : null
  }

  #token(part: 'link' | 'session', { id, salt }: Seed): Promise<string> {
    return linkToken(`${this.kind}-${part}`, { id, version: 1, counter: 0, salt })
  }
}
