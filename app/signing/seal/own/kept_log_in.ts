import { clock } from '#app/foundation/clock'
import KeyStoreAway from '#app/sealing/errors/key_store_away'
import type { CscTokens, TokenKeeper } from '#app/sealing/csc/csc_access'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { keptAccess, openedAccess } from './kept_access.js'
import OwnCertificate from './own_certificate.js'
import type { ProviderAccess } from './provider.js'

/** A provider answers within ten seconds, or not at all; a process that dies meanwhile holds up nobody for longer. */
const CLAIM_MS = 30_000

/** Only who has read what is there now. */
const CLAIM = `
  update own_certificates set renewing_until = $3
   where id = $1 and access = $2 and (renewing_until is null or renewing_until <= $4)
  returning 1`
const REPLACE =
  'update own_certificates set access = $3, renewing_until = null where id = $1 and access = $2'
const RELEASE = 'update own_certificates set renewing_until = null where id = $1 and access = $2'

/** The tokens of the log-in to the provider of a certificate in use, in its row. */
export class KeptLogIn implements TokenKeeper {
  #read: { envelope: Buffer; access: ProviderAccess } | null = null

  /** @param id  of the certificate */
  constructor(private id: string) {}

  /** @throws E_KEY_STORE_AWAY where the certificate was put out of use */
  async read(): Promise<CscTokens> {
    const own = await OwnCertificate.findOrFail(this.id)
    const { source, access } = await openedAccess(own)
    if (source !== 'provider' || !access.tokens)
      throw new KeyStoreAway('nobody has logged in to the provider')
    this.#read = { envelope: own.access!, access }
    return access.tokens
  }

  async claim(): Promise<boolean> {
    const now = clock.now()
    const until = new Date(now.getTime() + CLAIM_MS)
    const [rows] = await this.#change(CLAIM, until, now)
    return rows.length > 0
  }

  async replace(tokens: CscTokens): Promise<void> {
    const access = { ...this.#read!.access, tokens }
    await this.#change(REPLACE, await keptAccess(this.id, { source: 'provider', access }))
  }

  async release(): Promise<void> {
    await this.#change(RELEASE)
  }

  #change(text: string, ...more: unknown[]) {
    return CurrentTenant.batch([{ text, values: [this.id, this.#read!.envelope, ...more] }])
  }
}
