import logger from '@adonisjs/core/services/logger'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { faultPoint } from '#app/foundation/processes/fault_point'
import { Tracing } from '#app/foundation/tracing/tracing'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import LeaseLost from '#app/tenancy/errors/lease_lost'
import { tenantOfRole } from '#app/tenancy/tenant_ref'
import { tenantResolver } from '#app/tenants/hosts/tenant_resolver'
import { backoffMs } from './backoff.js'
import { errorOutline } from './error_outline.js'
import type { JobData } from './job_queues.js'
import { WorkTable } from '../work_table.js'

/** Work in the hands of a worker, from the entry into its tenant to its end: one piece, or several of one kind. */
export class Job {
  constructor(private data: JobData) {}

  /** @returns why it was not begun, if it was not: the work then stays in the outbox */
  async perform(): Promise<'done' | 'absent' | 'frozen'> {
    const { tenantId, environment } = tenantOfRole(this.data.scope)
    const tenant = await tenantResolver.byId(tenantId)
    if (tenant?.cell !== this.data.cell) return 'absent'
    const { isRepeatable, goesOnFrozen } = WorkTable.row(this.data.kind)
    if (tenant.isFrozen && !goesOnFrozen) return 'frozen'
    // suspended tenants are entered: what was sent before goes on
    const scope = { tenant: { id: tenant.id, cell: tenant.cell }, environment, isRepeatable }
    await CurrentTenant.run(scope, () => this.#attempt())
    return 'done'
  }

  async #attempt(): Promise<void> {
    const { kind, works } = this.data
    const tasks = works.map((work) => ({ ...work, kind }))
    await Promise.all(byTrace(tasks).map((some) => this.#traced(some)))
    faultPoint(`${kind}.done`)
  }

  /** What is done for one request belongs to its trace. */
  #traced(tasks: readonly Task[]): Promise<void> {
    const [{ kind, traceparent: parent, tries }] = tasks
    const attributes = { tries, pieces: tasks.length }
    return Tracing.span({ name: `work ${kind}`, kind: 'consumer', parent, attributes }, () =>
      this.#do(tasks)
    )
  }

  async #do(tasks: readonly Task[]): Promise<void> {
    const ends = await this.#begin(tasks)
    await Promise.all(
      tasks.map((task, index) => ends[index].catch((error) => this.#giveUp(task, error)))
    )
  }

  /** How each of them ends; when they cannot even be begun, all in the same way. */
  async #begin(tasks: readonly Task[]): Promise<Promise<void>[]> {
    const { kind } = this.data
    try {
      if (!WorkTable.row(kind).asksLease) await Outbox.hold(tasks)
      faultPoint(`${kind}.started`)
      const handleBundle = await WorkTable.handleBundle(kind)
      return handleBundle(tasks)
    } catch (error) {
      return tasks.map(() => Promise.reject(error))
    }
  }

  async #giveUp(task: Task, error: unknown): Promise<void> {
    if (error instanceof LeaseLost)
      this.#warn(task, 'its lease was lost, another worker has it', error)
    else await this.#putOff(task, error)
  }

  /** When this fails too (PostgreSQL is away), the lease runs out and the work comes back by itself. */
  async #putOff(task: Task, error: unknown): Promise<void> {
    const delay = backoffMs(task.tries)
    this.#warn(task, `it failed and waits for ${Math.round(delay / 1000)} s`, error)
    try {
      const now = await tenantClock.read()
      const until = new Date(now.getTime() + delay)
      await (isOthers(error) ? Outbox.putOff(task, until) : Outbox.fail(task, until))
    } catch (failure) {
      this.#warn(task, 'it could not be put off', failure)
    }
  }

  #warn({ id, ref, tries }: Task, what: string, error: unknown): void {
    const { kind, scope } = this.data
    logger.warn({ work: id, kind, scope, ref, tries, error: errorOutline(error) }, `work: ${what}`)
  }
}

/** A server that a tenant has chosen is away: a class of such errors says so by a static `isOthers`. */
function isOthers(error: unknown): boolean {
  return error instanceof Error && (error.constructor as { isOthers?: boolean }).isOthers === true
}

/** While nobody traces, a bundle stays whole. */
function byTrace(tasks: readonly Task[]): (readonly Task[])[] {
  if (!Tracing.isOn) return [tasks]
  return [...Map.groupBy(tasks, ({ traceparent }) => traceparent).values()]
}
