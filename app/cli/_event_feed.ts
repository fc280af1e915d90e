import { setTimeout as pause } from 'node:timers/promises'
import { Agent, fetch } from 'undici'
import { Exception } from '@adonisjs/core/exceptions'
import { loopbackLookup } from '#app/foundation/loopback_lookup'

const PAUSE_MS = 2_000
const PAGE_SIZE = 100

export interface FedEvent {
  id: string
  event: string
  data: Record<string, unknown>
}

interface Page {
  data: FedEvent[]
  hasMore: boolean
  nextCursor: string
}

/** What happens in a sandbox, as its API tells it: asked for again and again, from now on. */
export class EventFeed {
  readonly #agent = new Agent({ connect: { lookup: loopbackLookup } })

  constructor(
    private origin: string,
    private key: string,
    private signal: AbortSignal
  ) {}

  /** Ends with the signal. @throws E_FEED_REFUSED when the API refuses the key */
  async *events(): AsyncGenerator<FedEvent> {
    let cursor = await this.#present()
    while (!this.signal.aborted) {
      const page = await this.#page(cursor)
      yield* page.data
      cursor = page.nextCursor
      if (!page.hasMore) await pause(PAUSE_MS, null, { signal: this.signal })
    }
  }

  /** Behind all that has happened before. */
  async #present(): Promise<string | null> {
    for (let cursor: string | null = null; ;) {
      const page: Page = await this.#page(cursor)
      cursor = page.nextCursor
      if (!page.hasMore) return cursor
    }
  }

  async #page(cursor: string | null): Promise<Page> {
    const url = new URL('/api/v1/events', this.origin)
    url.searchParams.set('limit', String(PAGE_SIZE))
    if (cursor) url.searchParams.set('cursor', cursor)
    const headers = { authorization: `Bearer ${this.key}` }
    const answer = await fetch(url, { headers, dispatcher: this.#agent, signal: this.signal })
    if (answer.ok) return (await answer.json()) as Page
    if (answer.status !== 429 && answer.status < 500) throw await refusal(answer)
    await answer.body?.cancel()
    const seconds = Number(answer.headers.get('retry-after')) || 5
    await pause(seconds * 1_000, null, { signal: this.signal })
    return this.#page(cursor)
  }
}

async function refusal(answer: Awaited<ReturnType<typeof fetch>>): Promise<Exception> {
  const told = (await answer.json().catch(() => null)) as { error?: { message?: string } } | null
  const message = told?.error?.message ?? `The API answered ${answer.status}`
  return new Exception(message, { code: 'E_FEED_REFUSED', status: 422 })
}
