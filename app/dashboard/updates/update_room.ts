import logger from '@adonisjs/core/services/logger'
import type { Environment } from '#app/foundation/environment'
import { visibleAmong } from '#app/documents/visible_documents'
import { LogInStates } from '#app/identity/sessions/log_in_state'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { TenantRef } from '#app/tenancy/tenant_ref'
import { updateListener } from './update_listener.js'
import type { UpdateStream } from './update_stream.js'

/** A rush of changes is one message. */
const PAUSE_MS = 150
const CHECK_EVERY_MS = 3_000
const KEEP_ALIVE_EVERY_MS = 15_000

/** More documents than that at once, and the pages read everything again. */
const MAX_DOCUMENTS = 100

/** The open pages of one environment of one tenant, in this process. */
export class UpdateRoom {
  readonly streams = new Set<UpdateStream>()
  #changed = new Set<string>()
  #isAllChanged = false
  #pause: NodeJS.Timeout | undefined
  #timers: NodeJS.Timeout[]

  constructor(
    readonly tenant: TenantRef,
    readonly environment: Environment
  ) {
    updateListener.listen(tenant.id, environment, (documentId) => this.#hear(documentId))
    this.#timers = [
      setInterval(() => void this.check(), CHECK_EVERY_MS).unref(),
      setInterval(() => this.#each((stream) => stream.keepAlive()), KEEP_ALIVE_EVERY_MS).unref(),
    ]
  }

  close(): void {
    updateListener.leave(this.tenant.id, this.environment)
    for (const timer of [...this.#timers, this.#pause]) clearTimeout(timer)
    this.#each((stream) => stream.end())
  }

  #hear(documentId: string | null): void {
    if (documentId === null || this.#changed.size >= MAX_DOCUMENTS) this.#isAllChanged = true
    else this.#changed.add(documentId)
    this.#pause ??= setTimeout(() => void this.#tell(), PAUSE_MS).unref()
  }

  /** Each is told of what they see at this moment; a document that was unshared a second ago is none of theirs. */
  async #tell(): Promise<void> {
    const [ids, isAll] = [[...this.#changed], this.#isAllChanged]
    this.#pause = undefined
    this.#changed.clear()
    this.#isAllChanged = false
    if (isAll) return this.#each((stream) => stream.tell(null))
    const byAudience = Map.groupBy(this.streams, ({ audience }) => JSON.stringify(audience))
    const groups = [...byAudience.values()]
    await this.#orEnd(async () => {
      const { tenant, environment } = this
      const visible = await CurrentTenant.run({ tenant, environment }, () =>
        visibleAmong(
          ids,
          groups.map(([{ audience }]) => audience)
        )
      )
      for (const [place, streams] of groups.entries())
        if (visible[place].length > 0) for (const one of streams) one.tell(visible[place])
    })
  }

  /** Streams of browsers that were logged out, and of people whose role or teams changed, end. */
  async check(): Promise<void> {
    await this.#orEnd(async () => {
      const tokens = [...this.streams].map(({ tokenSha256 }) => tokenSha256)
      const states = await CurrentTenant.run({ tenant: this.tenant, environment: 'live' }, () =>
        LogInStates.among(tokens)
      )
      this.#each((stream) => {
        if (!stream.isOf(states.get(stream.tokenSha256))) stream.end()
      })
    })
  }

  /** Where it cannot be known who may still listen, nobody does; the pages ask by themselves then. */
  async #orEnd(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (err) {
      logger.warn({ err }, 'updates: the open pages of a tenant were let go')
      this.#each((stream) => stream.end())
    }
  }

  #each(work: (stream: UpdateStream) => void): void {
    for (const stream of this.streams) work(stream)
  }
}
