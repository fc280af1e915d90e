import type { KeyObject } from 'node:crypto'
import type { HttpContext } from '@adonisjs/core/http'
import { clock } from '#app/foundation/clock'
import { MINUTE_MS } from '#app/foundation/duration'
import EnvelopeRefused from '#app/foundation/errors/envelope_refused'
import { openEnvelope, sealEnvelope } from '#app/foundation/keys/envelope'
import { keyRing } from '#app/tenancy/keys'

const LIFETIME_MS = 10 * MINUTE_MS
const PURPOSE = 'kept-form'

type Values = Record<string, unknown>

/**
 * A form that waits for a proof of who sent it. It may hold passwords and keys, so the page carries it encrypted under the tenant's key: for
 * the address that it was sent to and the log-in that sent it, for ten minutes. The proof puts a new token in the place of the log-in's, so
 * a form opens only until it was sent on.
 */
export const KeptForm = {
  async sealed(ctx: HttpContext, values: Values): Promise<string> {
    const kept = JSON.stringify({ values, endsAt: clock.now().getTime() + LIFETIME_MS })
    return sealEnvelope(await secret(ctx), kept, belonging(ctx)).toString('base64url')
  },

  /** @returns null for what is not ours, belongs elsewhere, was sent on, or has ended */
  async opened(ctx: HttpContext, sealed: unknown): Promise<Values | null> {
    if (typeof sealed !== 'string') return null
    try {
      const bytes = Buffer.from(sealed, 'base64url')
      const kept = openEnvelope(await secret(ctx), bytes, belonging(ctx)).toString()
      const { values, endsAt } = JSON.parse(kept) as { values: Values; endsAt: number }
      return endsAt > clock.now().getTime() ? values : null
    } catch (error) {
      if (error instanceof EnvelopeRefused) return null
      throw error
    }
  },
}

function belonging({ dashboard, request }: HttpContext): string {
  const { session, user } = dashboard
  return [PURPOSE, user.id, session.tokenSha256, request.url(true)].join('|')
}

function secret({ tenant }: HttpContext): Promise<KeyObject> {
  return keyRing.derive(tenant.id, PURPOSE, 'live')
}
