import { clock } from '#app/foundation/clock'
import { HOUR_MS } from '#app/foundation/duration'
import EnvelopeRefused from '#app/foundation/errors/envelope_refused'
import { openEnvelope, sealEnvelope } from '#app/foundation/keys/envelope'
import { envelopeKey } from '../seal_envelope_key.js'
import type { LogInRequest } from '#app/sealing/csc/csc_oauth'
import type { ProviderConnection } from './provider.js'

const LIFETIME_MS = HOUR_MS

/** What a browser carries until somebody goes on with it, encrypted under the tenant's key, for one person and an hour. */
class Pending<T extends object> {
  /** @param word  tells one kind from another */
  constructor(private word: string) {}

  async sealed(carried: T, userId: string): Promise<string> {
    const pending = { ...carried, endsAt: clock.now().getTime() + LIFETIME_MS }
    const text = JSON.stringify(pending)
    return sealEnvelope(await envelopeKey(), text, this.#about(userId)).toString('base64url')
  }

  /** @returns null for what is not ours, is somebody else's, or has ended */
  async opened(text: string, userId: string): Promise<T | null> {
    const opened = await this.#textIn(Buffer.from(text, 'base64url'), userId)
    if (opened === null) return null
    const { endsAt, ...carried } = JSON.parse(opened) as T & { endsAt: number }
    return endsAt > clock.now().getTime() ? (carried as unknown as T) : null
  }

  async #textIn(sealed: Buffer, userId: string): Promise<string | null> {
    try {
      return openEnvelope(await envelopeKey(), sealed, this.#about(userId)).toString()
    } catch (error) {
      if (error instanceof EnvelopeRefused) return null
      throw error
    }
  }

  #about(userId: string): string {
    return `${this.word}|${userId}`
  }
}

/** A connection while somebody chooses among the certificates of the provider. Nothing is on record before one is put to use. */
export const PendingConnection = new Pending<ProviderConnection>('pending-provider')

/** A connection while somebody is at the provider to log in, and what has to come back from there. */
export const PendingLogIn = new Pending<{ connection: ProviderConnection; request: LogInRequest }>(
  'pending-log-in'
)
