import { Agent, fetch } from 'undici'
import type { Secret } from '@adonisjs/core/helpers'
import { clock } from '#app/foundation/clock'
import { newId } from '#app/foundation/identifier'
import { loopbackLookup } from '#app/foundation/loopback_lookup'
import { USER_AGENT } from '#app/webhooks/posting'
import { signatureHeaders } from '#app/webhooks/webhook_signature'
import type { FedEvent } from './_event_feed.js'

const TIMEOUT_MS = 15_000

/** Posts events to a server at hand, in the shape and with the headers of a delivery. */
export class Forwarding {
  readonly #agent = new Agent({ connect: { lookup: loopbackLookup } })

  constructor(
    private url: string,
    private secret: Secret<string>
  ) {}

  /** @returns what came of it, in a word */
  async forward({ id, event, data }: FedEvent): Promise<string> {
    const body = JSON.stringify({ event, data })
    const timestamp = Math.floor(clock.now().getTime() / 1_000)
    const headers = {
      'Content-Type': 'application/json',
      'User-Agent': USER_AGENT,
      'X-Service-Event': event,
      'X-Service-Delivery': newId('del', 'test'),
      'X-Service-Attempt': '1',
      ...signatureHeaders({ id, timestamp, body }, [this.secret]),
    }
    const limits = { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'manual' } as const
    try {
      const order = { method: 'POST', headers, body, dispatcher: this.#agent, ...limits }
      const answer = await fetch(this.url, order)
      await answer.body?.cancel()
      return String(answer.status)
    } catch (error) {
      return `no answer (${reason(error)})`
    }
  }
}

function reason(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (cause instanceof Error && 'code' in cause) return String(cause.code)
  return cause instanceof Error ? cause.message : String(cause)
}
