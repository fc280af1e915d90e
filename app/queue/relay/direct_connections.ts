import type pg from 'pg'

const direct = new WeakSet<pg.ClientBase>()

/**
 * Connections with no pooler between, over which a statement that has a name is parsed and planned once. A pooler tells each of its clients a
 * process id that is not the server's.
 */
export const DirectConnections = {
  /** @param pid  of the process that answered */
  note(client: pg.ClientBase, pid: number): void {
    const { processID } = client as unknown as { processID: number | null }
    if (pid === processID) direct.add(client)
  },

  ask<Row extends pg.QueryResultRow>(
    client: pg.ClientBase,
    name: string,
    text: string,
    values: unknown[] = []
  ): Promise<pg.QueryResult<Row>> {
    return client.query<Row>(direct.has(client) ? { name, text, values } : { text, values })
  },
}
