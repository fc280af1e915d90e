import logger from '@adonisjs/core/services/logger'
import { tenantClock } from '#app/tenancy/tenant_clock'
import { faultPoint } from '#app/foundation/fault_point'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox'
import LeaseLost from '#app/tenancy/errors/lease_lost'
import { tenantOfRole } from '#app/tenancy/tenant_ref'
import { tenantResolver } from '#app/tenants/tenant_resolver'
import { backoffMs } from './backoff.js'
import { errorOutline } from './error_outline.js'
import type { JobData } from './job_queues.js'
import { WorkTable } from './work_table.js'

/** One piece of work in the hands of a worker, from the entry into its tenant to its end. */
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
    try {
      await this.#handle()
    } catch (error) {
      if (error instanceof LeaseLost) this.#say('its lease was lost, another worker has it', error)
      else await this.#putOff(error)
    }
  }

  async #handle(): Promise<void> {
    const { kind } = this.data
    if (!WorkTable.row(kind).asksLease) await Outbox.hold(this.data)
    faultPoint(`${kind}.started`)
    const handle = await WorkTable.handler(kind)
    await handle(this.#task)
    faultPoint(`${kind}.done`)
  }

  get #task(): Task {
    const { id, fence, kind, lane, ref, tries } = this.data
    return { id, fence, kind, lane, ref, tries }
  }

  /** When this fails too (PostgreSQL is away), the lease runs out and the work comes back by itself. */
  async #putOff(error: unknown): Promise<void> {
    const delay = backoffMs(this.data.tries)
    this.#say(`it failed and waits for ${Math.round(delay / 1000)} s`, error)
    try {
      await Outbox.putOff(this.data, new Date(tenantClock.now().getTime() + delay))
    } catch (failure) {
      this.#say('it could not be put off', failure)
    }
  }

  #say(what: string, error: unknown): void {
    const { id, kind, scope, ref, tries } = this.data
    logger.warn({ work: id, kind, scope, ref, tries, error: errorOutline(error) }, `work: ${what}`)
  }
}
