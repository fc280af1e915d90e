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

interface Later {
  retryAfterMs: number
}

/** What happens in a sandbox, as its API tells it: asked for again and again, from now on. */
export class EventFeed {
  readonly #agent = new Agent({ connect: { lookup: loopbackLookup } })
  #hasAnswered = false

  constructor(
    private origin: string,
    private key: string,
    private signal: AbortSignal,
    private pauseMs = PAUSE_MS
  ) {}

  /**
   * Ends with the signal. A server that has answered once is waited for when it goes away: what happens meanwhile is told then.
   *
   * @throws E_FEED_REFUSED when the API refuses the key, or nobody is there to begin with
   */
  async *events(): AsyncGenerator<FedEvent> {
    let cursor = await this.#present()
    while (!this.signal.aborted) {
      const page = await this.#page(cursor)
      yield* page.data
      cursor = page.nextCursor
      if (!page.hasMore) await this.#rest(this.pauseMs)
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
    for (;;) {
      const told = await this.#ask(cursor).catch((error: unknown) => this.#lost(error))
      if (!('retryAfterMs' in told)) return told
      await this.#rest(told.retryAfterMs)
    }
  }

  async #ask(cursor: string | null): Promise<Page | Later> {
    const url = new URL('/api/v1/events', this.origin)
    url.searchParams.set('limit', String(PAGE_SIZE))
    if (cursor) url.searchParams.set('cursor', cursor)
    const headers = { authorization: `Bearer ${this.key}` }
    const answer = await fetch(url, { headers, dispatcher: this.#agent, signal: this.signal })
    this.#hasAnswered = true
    if (answer.ok) return (await answer.json()) as Page
    if (answer.status !== 429 && answer.status < 500) throw await refusal(answer)
    await answer.body?.cancel()
    return { retryAfterMs: 1_000 * (Number(answer.headers.get('retry-after')) || 5) }
  }

  /** What fetch throws when a connection is refused, cut or torn in the middle of an answer. */
  #lost(error: unknown): Later {
    if (!(error instanceof TypeError)) throw error
    if (!this.#hasAnswered) throw refused(`Nobody answers at ${this.origin}`)
    return { retryAfterMs: this.pauseMs }
  }

  #rest(ms: number): Promise<void> {
    return pause(ms, undefined, { signal: this.signal })
  }
}

async function refusal(answer: Awaited<ReturnType<typeof fetch>>): Promise<Exception> {
  const told = (await answer.json().catch(() => null)) as { error?: { message?: string } } | null
  const message = told?.error?.message ?? `The API answered ${answer.status}`
  return refused(message)
}

function refused(message: string): Exception {
  return new Exception(message, { code: 'E_FEED_REFUSED', status: 422 })
}
