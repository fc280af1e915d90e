import { createRequire } from 'node:module'
import { LRUCache } from 'lru-cache'
import type { Client } from 'pg'
import type { Database } from '@adonisjs/lucid/database'
import { QueryClient } from '@adonisjs/lucid/database'
import type { Environment } from '#app/foundation/environment'
import { commit, stored } from '../transactions/commit.js'
import { ControlStatement } from './control_statement.js'
import { corked } from './cork.js'
import { isRead } from './read_statement.js'
import { clockStatement } from '../clock/test_clock_reading.js'
import { traced } from './traced_preamble.js'
import { tenantTransaction } from '../transactions/tenant_transaction.js'
import { takeTurns } from './turns.js'
import { WaitingRoom } from './waiting_room.js'
import { roleName, schemaNames, type TenantRef } from '../tenant_ref.js'

/** The inner part of knex that this file stands on; knex is pinned for its sake. */
export interface KnexClient {
  transacting?: boolean
  pool: { max: number }
  _query(connection: PipelinedClient, query: { sql: string }): Promise<object>
  transaction(...rest: [container: unknown, config: unknown, outer: unknown]): unknown
  acquireConnection(): Promise<PipelinedClient>
  releaseConnection(connection: PipelinedClient): Promise<void>
}
export type PipelinedClient = Client & { __knexTxId?: string }

const require = createRequire(import.meta.url)
const makeKnex: (client: KnexClient) => unknown = require('knex/lib/knex-builder/make-knex.js')

/** A light query client for one role of one tenant, on the pool that all tenants of its cell share. */
export interface TenantClient {
  query: QueryClient
  preamble: ControlStatement
  /** The same for what may be done twice: its commit does not wait for the disk. */
  repeatablePreamble: ControlStatement
  /** What lends connections of that pool to this tenant. */
  pool: KnexClient
}

export type OnPreamble = (answer: unknown) => void

/** Clients hold prepared knex objects, not connections: 22 KB each. The least recently used are dropped. */
const MAX_CLIENTS = 1_000

/**
 * Every statement outside a unit leaves as `BEGIN;SET LOCAL ROLE …;SET LOCAL search_path=…` | statement | COMMIT, pipelined in one
 * batch; a unit pays the preamble once. Nothing survives the transaction, so a pooler in transaction mode may stand between.
 */
export class TenantClients {
  #clients = new LRUCache<string, TenantClient>({ max: MAX_CLIENTS })
  #rooms = new Map<string, WaitingRoom>()

  /** @param onPreamble  what the preamble was answered with: in a sandbox, how far its clock is ahead */
  constructor(
    private database: Database,
    private onPreamble: OnPreamble
  ) {}

  for(tenant: TenantRef, environment: Environment): TenantClient {
    const role = roleName(tenant.id, environment)
    const known = this.#clients.get(`${tenant.cell}/${role}`)
    if (known) return known
    const made = this.#make(tenant, environment, role)
    this.#clients.set(`${tenant.cell}/${role}`, made)
    return made
  }

  #make(tenant: TenantRef, environment: Environment, role: string): TenantClient {
    const name = `cell:${tenant.cell}`
    const names = schemaNames(tenant.id)
    const begin = `BEGIN;SET LOCAL ROLE ${role};SET LOCAL search_path=${names[environment]},${names.account},pg_temp`
    const clock = environment === 'test' ? clockStatement(names) : ''
    const preamble = new ControlStatement(`${begin}${clock}`, role)
    const repeatablePreamble = new ControlStatement(
      `${begin};SET LOCAL synchronous_commit=off${clock}`,
      role
    )
    this.database.manager.connect(name)
    const connection = this.database.manager.get(name)?.connection
    const pool = (connection?.client as unknown as { client: KnexClient } | undefined)?.client
    if (!connection || !pool) throw new Error(`The cell ${tenant.cell} is not configured`)
    const client = derive(pool, preamble, clock ? this.onPreamble : null)
    takeTurns(client, this.#room(name, pool), tenant.id)
    const knex = makeKnex(client)
    const view = Object.create(connection, {
      client: { value: knex },
      readClient: { value: knex },
      name: { value: `tenant:${role}` },
    })
    const emitter = (
      this.database as unknown as { emitter: ConstructorParameters<typeof QueryClient>[2] }
    ).emitter
    const query = new QueryClient('dual', view, emitter)
    return { query, preamble, repeatablePreamble, pool: client }
  }

  /** One for each pool, since both environments of a tenant share its part of it. */
  #room(name: string, { pool }: KnexClient): WaitingRoom {
    const room = this.#rooms.get(name) ?? WaitingRoom.ofCell(name, pool.max)
    this.#rooms.set(name, room)
    return room
  }
}

/** @param onPreamble  takes what the preamble answers, if it answers anything */
function derive(
  base: KnexClient,
  preamble: ControlStatement,
  onPreamble: OnPreamble | null
): KnexClient {
  // own listeners: a derived client would otherwise add its own to the shared one and leak them
  const client: KnexClient = Object.create(base, {
    _events: { value: Object.create(null), writable: true },
    _eventsCount: { value: 0, writable: true },
  })
  client.transaction = (...rest) => tenantTransaction(client, { preamble, onPreamble }, ...rest)
  client._query = async function (this: KnexClient, connection, query) {
    if (this.transacting || connection.__knexTxId) return base._query.call(this, connection, query)
    const replies = corked<Promise<unknown>[]>(connection, () => [
      connection.query(traced(preamble)).then(onPreamble),
      base._query.call(this, connection, query),
      commit(connection),
    ])
    await stored(replies, !isRead(query.sql))
    return query
  }
  return client
}

/** Waits for every answer, so that the connection is idle again, then reports the first failure. */
export async function allOrFirstFailure<T>(replies: Promise<T>[]): Promise<T[]> {
  const answers = await Promise.allSettled(replies)
  return answers.map((answer) => {
    if (answer.status === 'rejected') throw answer.reason
    return answer.value
  })
}
