import type { HttpContext } from '@adonisjs/core/http'
import { clock } from '#app/foundation/clock'
import { MINUTE_MS } from '#app/foundation/duration'
import EnvelopeRefused from '#app/foundation/errors/envelope_refused'
import { openEnvelope, sealEnvelope } from '#app/foundation/keys/envelope'
import { keyRing } from '#app/tenancy/keys'

const PURPOSE = 'held-form'
const HELD_MS = 30 * MINUTE_MS

type Values = Record<string, unknown>

/**
 * A form that waits until its sender has proved who they are. The page that asks carries it, enveloped: passwords and secrets in it are to
 * be read neither in the page nor where browsers keep pages, and nobody else, no other log-in and no other form can send it.
 */
export const HeldForm = {
  async seal(ctx: HttpContext, values: Values): Promise<string> {
    const held = JSON.stringify({ values, until: clock.now().getTime() + HELD_MS })
    return sealEnvelope(await secret(ctx), held, place(ctx)).toString('base64url')
  },

  /** @returns null where it is not of this log-in and form, or has waited for more than half an hour */
  async open(ctx: HttpContext, sealed: unknown): Promise<Values | null> {
    try {
      const held = openEnvelope(
        await secret(ctx),
        Buffer.from(String(sealed), 'base64url'),
        place(ctx)
      )
      const { values, until } = JSON.parse(held.toString('utf8'))
      return until > clock.now().getTime() ? values : null
    } catch (error) {
      if (error instanceof EnvelopeRefused) return null
      throw error
    }
  },
}

function secret({ dashboard }: HttpContext): Promise<Buffer> {
  return keyRing.derive(dashboard.tenant.id, PURPOSE)
}

/** A log-in keeps its beginning when a proof gives it another token. */
function place({ dashboard: { user, session }, request }: HttpContext): string {
  return `${user.id} ${session.createdAt.getTime()} ${request.url(true)}`
}
