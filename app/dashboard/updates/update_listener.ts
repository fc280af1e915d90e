import type { Redis } from 'ioredis'
import type { Environment } from '#app/foundation/environment'
import { openRedis } from '#app/foundation/redis/redis_connection'
import { updatesChannel } from '#app/events/updates'

type Hear = (documentId: string | null) => void

/** The one connection on which this process hears of changes: of those tenants whose pages are open here, and no others. */
class UpdateListener {
  #redis: Redis | undefined
  #hearers = new Map<string, Hear>()

  /** @param hear  is told the id of a document; null when messages may have been missed */
  listen(tenantId: string, environment: Environment, hear: Hear): void {
    const channel = updatesChannel(tenantId, environment)
    this.#hearers.set(channel, hear)
    this.#connection()
      .subscribe(channel)
      .catch(() => {}) // it subscribes again by itself
  }

  leave(tenantId: string, environment: Environment): void {
    const channel = updatesChannel(tenantId, environment)
    if (this.#hearers.delete(channel)) this.#redis?.unsubscribe(channel).catch(() => {})
    if (this.#hearers.size > 0) return
    this.#redis?.disconnect()
    this.#redis = undefined
  }

  #connection(): Redis {
    if (this.#redis) return this.#redis
    const opened = openRedis('listening')
    let isFirst = true
    opened.on('ready', () => {
      if (!isFirst) for (const hear of this.#hearers.values()) hear(null)
      isFirst = false
    })
    opened.on('message', (channel: string, message: string) =>
      this.#hearers.get(channel)?.(message)
    )
    this.#redis = opened
    return opened
  }
}

export const updateListener = new UpdateListener()
