import { randomUUID } from 'node:crypto'
import { DAY_MS } from '#app/foundation/duration'
import { SYSTEM } from '#app/audit/actor'
import { PlatformTrail } from '#app/audit/platform_trail'
import { clock } from '#app/foundation/clock'
import { faultPoint } from '#app/foundation/processes/fault_point'
import { Cell } from '#app/tenancy/cell'
import { PlatformOutbox } from '#app/tenancy/outbox/platform_outbox'
import { platformTransaction } from '#app/tenancy/transactions/platform_transaction'
import { EntitlementsProjection } from '#app/tenants/entitlements_projection'
import type Tenant from '#app/tenants/tenant'
import { tenantResolver } from '#app/tenants/hosts/tenant_resolver'
import { alone } from './alone.js'
import { dropOld, settle } from './move_settlement.js'
import { Placement, type Counts } from './rows/placement.js'
import { TenantLock } from './tenant_lock.js'
import { TenantRows, type Versions } from './rows/tenant_rows.js'
import MoveRefused from './errors/move_refused.js'

/** How long the old schemas stay, while nobody can enter them. */
const KEPT_MS = DAY_MS

/** After a death in the middle the platform's work looks this soon. */
const CHECK_AFTER_MS = 30_000

/**
 * Takes a tenant from one cell to another. One statement decides: the one that changes the tenant's cell. A process that dies before
 * it has moved nothing, and the next attempt unlocks the old cell again; one that dies after it has moved everything.
 */
export class TenantMove {
  #attempt = randomUUID()

  constructor(
    private tenant: Tenant,
    private target: Cell,
    private onProgress: (step: string) => void = () => {}
  ) {}

  /** @throws MoveRefused, PortingUnderWay */
  async run(): Promise<Counts> {
    const { id } = this.tenant
    return alone(id, async () => {
      await settle(id)
      await this.tenant.refresh()
      if (this.tenant.cell === this.target.name) throw new MoveRefused('it is in that cell already')
      if (!this.tenant.isReachable) throw new MoveRefused('it is not finished, or gone')
      await dropOld(id)
      try {
        return await this.#move()
      } catch (error) {
        await settle(id)
        throw error
      }
    })
  }

  /**
   * What a mover that died has left: before the decision all is undone, after it all is finished. The work `settle_move`.
   *
   * @throws PortingUnderWay while the mover lives
   */
  static settle(tenantId: string): Promise<void> {
    return alone(tenantId, () => settle(tenantId))
  }

  /** The work `drop_moved`: a day after the move the old schemas go. */
  static dropOld(tenantId: string): Promise<void> {
    return alone(tenantId, () => dropOld(tenantId, clock.now()))
  }

  async #move(): Promise<Counts> {
    const { id } = this.tenant
    const source = Cell.named(this.tenant.cell)
    await this.#begin()
    faultPoint('move.begun')
    this.onProgress('Waiting for running work, and locking the tenant')
    await new TenantLock(source, id).close()
    faultPoint('move.closed')
    this.onProgress('Copying')
    const placement = await this.#copy(source)
    faultPoint('move.copied')
    await this.#decide()
    faultPoint('move.decided')
    await settle(id)
    return placement.counts
  }

  async #begin(): Promise<void> {
    const { id, cell } = this.tenant
    const move = { tenant_id: id, source: cell, target: this.target.name, attempt: this.#attempt }
    await platformTransaction(async (trx) => {
      await trx.table('moves').insert({ ...move, state: 'copying', started_at: clock.now() })
      await PlatformOutbox.append(trx, {
        kind: 'settle_move',
        ref: id,
        afterMs: CHECK_AFTER_MS,
      })
    })
  }

  async #copy(source: Cell): Promise<Placement> {
    const { id } = this.tenant
    await new TenantLock(source, id).shareRoles(this.target)
    return source.as('migrator', async (client) => {
      const rows = new TenantRows(client, id)
      return TenantRows.atOneMoment(client, async () => {
        const versions: Versions = await rows.versions()
        const placement = new Placement(this.target, id, versions)
        await placement.write(rows.parts())
        return placement
      })
    })
  }

  /** If this process lost the lock, another has undone its work: the row is gone or says so, and nothing is decided. */
  async #decide(): Promise<void> {
    const now = clock.now()
    const dropAfter = new Date(now.getTime() + KEPT_MS)
    await platformTransaction(async (trx) => {
      const ours = { tenant_id: this.tenant.id, attempt: this.#attempt, state: 'copying' }
      const moved = { state: 'moved', moved_at: now, drop_after: dropAfter }
      const count = await trx.from('moves').where(ours).update(moved)
      if (Number(count) !== 1) throw new MoveRefused('another process has undone it')
      const { id, hasSandbox, cell } = this.tenant
      const asItWas = { id, cell, has_sandbox: hasSandbox }
      const here = { cell: this.target.name, updated_at: now }
      const unchanged = await trx.from('tenants').where(asItWas).update(here)
      if (Number(unchanged) !== 1) throw new MoveRefused('its sandbox was made meanwhile')
      // what the platform projected while it was copied went to the old place
      await EntitlementsProjection.ask([id], trx)
      await PlatformOutbox.append(
        trx,
        { kind: 'project_brand', ref: id },
        { kind: 'drop_moved', ref: id, dueAt: dropAfter }
      )
      const details = { tenantId: id, from: cell, to: this.target.name }
      await PlatformTrail.append({ action: 'tenant.moved', actor: SYSTEM, details }, trx)
    })
    tenantResolver.forget()
  }
}
