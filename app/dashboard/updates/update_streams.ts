import type { Environment } from '#app/foundation/environment'
import { drainingServer } from '#app/front_door/draining_server'
import type { TenantRef } from '#app/tenancy/tenant_ref'
import { UpdateRoom } from './update_room.js'
import type { UpdateStream } from './update_stream.js'

/** In this process. A page that gets no stream asks by itself every few seconds. */
const MAX_PER_PERSON = 12
const MAX_PER_TENANT = 500

/** All pages that are told of changes by this process. */
class UpdateStreams {
  #rooms = new Map<string, UpdateRoom>()

  constructor() {
    drainingServer.beforeDrain(() => this.#endAll())
  }

  /** @returns how it is left; null where there are too many already, and where the process is about to stop */
  enter(tenant: TenantRef, environment: Environment, stream: UpdateStream): (() => void) | null {
    if (drainingServer.isDraining) return null
    const key = `${tenant.id} ${environment}`
    const there = [...(this.#rooms.get(key)?.streams ?? [])]
    const own = there.filter(({ userId }) => userId === stream.userId)
    if (there.length >= MAX_PER_TENANT || own.length >= MAX_PER_PERSON) return null
    const room = this.#rooms.get(key) ?? new UpdateRoom(tenant, environment)
    this.#rooms.set(key, room)
    room.streams.add(stream)
    return () => {
      stream.end()
      room.streams.delete(stream)
      if (room.streams.size > 0 || this.#rooms.get(key) !== room) return
      this.#rooms.delete(key)
      room.close()
    }
  }

  /** Ends what should not go on; each room does so by itself every few seconds. */
  async check(): Promise<void> {
    await Promise.all([...this.#rooms.values()].map((room) => room.check()))
  }

  #endAll(): void {
    for (const room of this.#rooms.values()) room.close()
    this.#rooms.clear()
  }
}

export const updateStreams = new UpdateStreams()
