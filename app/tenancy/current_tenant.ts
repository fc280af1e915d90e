import { AsyncLocalStorage } from 'node:async_hooks'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import type { Environment } from '#app/foundation/environment'
import { clock } from '#app/foundation/clock'
import { Tracing } from '#app/foundation/tracing/tracing'
import { concluded } from './transactions/commit.js'
import { lastBundle, sendBatch, sendLast, sendTransaction } from './transactions/batch.js'
import type { StatementBundle } from './connections/statement_bundle.js'
import type { TenantClient, TenantClients } from './connections/tenant_client.js'
import type { TenantRef } from './tenant_ref.js'
import { clockReading } from './clock/test_clock_reading.js'
import type { Answers, Statement } from './statement.js'
import { Unit } from './transactions/unit.js'
import NoTenant from './errors/no_tenant.js'
import UnitMisused from './errors/unit_misused.js'

export interface Scope {
  readonly tenant: TenantRef
  readonly environment: Environment
  /**
   * What is done here may be done twice, and is, should PostgreSQL crash within half a second: the commits of its batches do not
   * wait for the disk. Units always do.
   */
  readonly isRepeatable?: boolean
}

interface Entered extends Scope {
  readonly client: TenantClient
  readonly unit?: Unit
  /** How far the sandbox's clock is ahead, as read by the last preamble; null before the first. */
  readonly reading: { offsetMs: number | null }
}

const entered = new AsyncLocalStorage<Entered>()
let clients: TenantClients | undefined

/** The only way to a tenant's data. There is no setter: a scope is entered by `run` and left when its function ends. */
export const CurrentTenant = {
  /** Called once, when the application boots. */
  connect(through: TenantClients): void {
    clients = through
  },

  run<T>(scope: Scope, work: () => T): T {
    if (entered.getStore()?.unit)
      throw new UnitMisused('A tenant cannot be entered inside an open unit')
    if (!clients) throw new NoTenant()
    const client = clients.for(scope.tenant, scope.environment)
    const { tenant, environment, isRepeatable } = scope
    const reading = { offsetMs: environment === 'test' ? null : 0 }
    return entered.run({ tenant, environment, isRepeatable, client, reading }, work)
  },

  /** @throws E_NO_TENANT outside of `run` */
  get(): Scope {
    return current()
  },

  get isEntered(): boolean {
    return entered.getStore() !== undefined
  },

  get isInUnit(): boolean {
    return entered.getStore()?.unit !== undefined
  },

  /** The present of the open unit, which nothing corrects; without one that of the process. */
  get now(): Date {
    return entered.getStore()?.unit?.now() ?? clock.now()
  },

  /** How far the clock of the scope is ahead: 0 in live; null in a sandbox of which nothing was asked yet. */
  get clockOffsetMs(): number | null {
    const scope = entered.getStore()
    return scope ? scope.reading.offsetMs : 0
  },

  /** Takes the answer to the scope's preamble, which reads the sandbox's clock. */
  noteClock(answer: unknown): void {
    const scope = entered.getStore()
    const offsetMs = clockReading(answer)
    if (scope && offsetMs !== null) scope.reading.offsetMs = offsetMs
  },

  /** One transaction, ambient and joined by what it calls. It waits for nothing but PostgreSQL. */
  unit,

  /** What models of the scope are read and written through. */
  client(): QueryClientContract {
    const scope = current()
    if (!scope.unit) return scope.client.query
    if (scope.unit.isOver)
      throw new UnitMisused('The unit is over: something in it was not awaited')
    return scope.unit.transaction
  },

  /** Names the scope in the options of the models it loads. */
  connectionName(): string {
    return current().client.query.connectionName
  },

  /**
   * Statements in one batch, in order: inside a unit on its connection, outside as one transaction of their own.
   *
   * @returns the rows of each statement
   */
  async batch<const Asked extends readonly Statement[]>(
    statements: Asked
  ): Promise<Answers<Asked>> {
    const scope = current()
    if (scope.unit) return sendBatch(await scope.unit.connection(), statements)
    const connection = await scope.client.pool.acquireConnection()
    try {
      const { preamble, repeatablePreamble } = scope.client
      const begin = scope.isRepeatable ? repeatablePreamble : preamble
      const { noteClock: onPreamble } = CurrentTenant
      return await sendTransaction(connection, { begin, onPreamble }, statements)
    } finally {
      await scope.client.pool.releaseConnection(connection)
    }
  },

  /** @throws E_UNIT_MISUSED outside a unit */
  beforeCommit(name: string, preparation: () => Promise<void>): void {
    openUnit().beforeCommit(name, preparation)
  },

  /** @throws E_UNIT_MISUSED outside a unit */
  withCommit(
    name: string,
    ending: () => readonly Statement[],
    written?: (rows: number) => void
  ): void {
    openUnit().withCommit(name, ending, written)
  },

  /** @throws E_UNIT_MISUSED outside a unit */
  afterCommit(name: string, effect: () => void): void {
    openUnit().afterCommit(name, effect)
  },

  /** A list that lives as long as the unit, created on first use. */
  buffer<T>(name: symbol): T[] {
    return openUnit().buffer<T>(name)
  },
}

function openUnit(): Unit {
  const scope = current()
  if (!scope.unit) throw new UnitMisused('This happens inside a unit')
  return scope.unit
}

export async function unit<T>(work: () => Promise<T>): Promise<T> {
  const scope = current()
  if (scope.unit?.isOver) throw new UnitMisused('The unit is over: something in it was not awaited')
  if (scope.unit) return scope.unit.join(work)
  const order = { name: 'unit', attributes: { environment: scope.environment } }
  return Tracing.span(order, () => open(scope, work))
}

async function open<T>(scope: Entered, work: () => Promise<T>): Promise<T> {
  const transaction = await scope.client.query.transaction()
  const opened = new Unit(transaction)
  let last: StatementBundle | null = null
  let rows: number[] = []
  const whole = async () => {
    const result = await work()
    opened.assertWhole()
    last = lastBundle(await opened.prepare())
    return result
  }
  const result = await concluded(
    transaction,
    () => entered.run({ ...scope, unit: opened }, whole).finally(() => (opened.isOver = true)),
    async (connection) => void (rows = await sendLast(connection, last))
  )
  opened.commitEffects(rows)
  return result
}

function current(): Entered {
  const scope = entered.getStore()
  if (!scope) throw new NoTenant()
  return scope
}
