import { Patience } from './patience.js'
import type { KnexClient, PipelinedClient } from './tenant_client.js'
import { connectionWait } from './wait_figures.js'
import type { WaitingRoom } from './waiting_room.js'

/**
 * Lets requests wait for the connections of a client in a room. Work that no request waits for goes on without.
 *
 * @param name  under which they wait
 */
export function takeTurns(client: KnexClient, room: WaitingRoom, name: string): void {
  const acquire = client.acquireConnection.bind(client)
  const release = client.releaseConnection.bind(client)
  const lent = new WeakSet<PipelinedClient>()
  client.acquireConnection = async () => {
    const patience = Patience.current
    if (!patience) return acquire()
    const end = connectionWait.startTimer({ pool: room.pool })
    try {
      await room.enter(name, patience)
      const connection = await acquire().catch((error) => {
        room.leave(name)
        throw error
      })
      lent.add(connection)
      return connection
    } finally {
      end()
    }
  }
  client.releaseConnection = async (connection) => {
    const isOfTheRoom = lent.delete(connection)
    await release(connection)
    if (isOfTheRoom) room.leave(name)
  }
}
