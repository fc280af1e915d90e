import { PassThrough } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import type { LogInState } from '#app/identity/sessions/log_in_state'
import type { Audience } from '#app/identity/access/visibility'

/** A client that cannot keep up is let go: it connects again and reads everything anew. */
const MAX_BUFFERED_BYTES = 64 * 1024

/** How long a browser waits before it connects again. */
const RETRY_MS = 3_000

/** What one open page is told: ids of documents that this person may see, and nothing else. */
export class UpdateStream {
  readonly body = new PassThrough()

  constructor(
    readonly tokenSha256: string,
    readonly userId: string,
    readonly audience: Audience,
    /** As it was when the stream began. */
    readonly state: LogInState
  ) {
    this.body.write(`retry: ${RETRY_MS}\n\n`)
  }

  get isOpen(): boolean {
    return !this.body.writableEnded && !this.body.destroyed
  }

  /** Whether the person is still logged in here, as who they were. */
  isOf(state: LogInState | undefined): boolean {
    return isDeepStrictEqual(state, this.state)
  }

  /** @param documents  null when something may have been missed: everything is to be read again */
  tell(documents: readonly string[] | null): void {
    this.#write(`event: update\ndata: ${JSON.stringify({ documents })}\n\n`)
  }

  /** A comment: proxies close connections on which nothing comes. */
  keepAlive(): void {
    this.#write(': here\n\n')
  }

  end(): void {
    if (this.isOpen) this.body.end()
  }

  #write(text: string): void {
    if (!this.isOpen) return
    if (this.body.writableLength > MAX_BUFFERED_BYTES) this.body.destroy()
    else this.body.write(text)
  }
}
