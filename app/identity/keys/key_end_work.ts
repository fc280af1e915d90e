import { DAY_MS } from '#app/foundation/duration'
import { Outbox } from '#app/tenancy/outbox/outbox'

const KIND = 'keys.end'

/** How long before a key ends its people are notified. */
const NOTIFY_BEFORE_MS = [7 * DAY_MS, DAY_MS]

/** What is due so soon is told with what is told now: PostgreSQL's clock, by which work comes, may be ahead of ours. */
const SLACK_MS = 60 * 60_000

/** When the end of a key is told. Due times live in the outbox alone. */
export const KEY_END = {
  /** The next time that it is told; null where there is none. */
  after(now: Date, expiresAt: Date): Date | null {
    const times = NOTIFY_BEFORE_MS.map((ms) => new Date(expiresAt.getTime() - ms))
    return times.find((at) => at.getTime() > now.getTime() + SLACK_MS) ?? null
  },

  /** In the unit in which the key is made. One that ends within a day needs no reminder. */
  announce(key: { id: string; expiresAt: Date | null; createdAt: Date }): void {
    const dueAt = key.expiresAt && this.after(key.createdAt, key.expiresAt)
    if (dueAt) Outbox.append({ kind: KIND, ref: key.id, dueAt })
  },
}
