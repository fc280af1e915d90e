import { clock } from '#app/foundation/clock'
import { HOUR_MS } from '#app/foundation/duration'
import EnvelopeRefused from '#app/foundation/errors/envelope_refused'
import { openEnvelope, sealEnvelope } from '#app/foundation/keys/envelope'
import { envelopeKey } from '../seal_key_secret.js'
import type { ProviderConnection } from './provider.js'

const LIFETIME_MS = HOUR_MS

interface Pending extends ProviderConnection {
  endsAt: number
}

/**
 * A connection to a provider while somebody chooses among its certificates: the form carries it, encrypted under the tenant's key, for one
 * person and an hour. Nothing is on record before a certificate is put to use.
 */
export const PendingConnection = {
  async sealed(connection: ProviderConnection, userId: string): Promise<string> {
    const pending: Pending = { ...connection, endsAt: clock.now().getTime() + LIFETIME_MS }
    return sealEnvelope(await envelopeKey(), JSON.stringify(pending), about(userId)).toString(
      'base64url'
    )
  },

  /** @returns null for what is not ours, is somebody else's, or has ended */
  async opened(text: string, userId: string): Promise<ProviderConnection | null> {
    const opened = await textIn(Buffer.from(text, 'base64url'), userId)
    if (opened === null) return null
    const { endsAt, ...connection } = JSON.parse(opened) as Pending
    return endsAt > clock.now().getTime() ? connection : null
  },
}

async function textIn(sealed: Buffer, userId: string): Promise<string | null> {
  try {
    return openEnvelope(await envelopeKey(), sealed, about(userId)).toString()
  } catch (error) {
    if (error instanceof EnvelopeRefused) return null
    throw error
  }
}

function about(userId: string): string {
  return `pending-provider|${userId}`
}
