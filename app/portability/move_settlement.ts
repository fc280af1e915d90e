import db from '@adonisjs/lucid/services/db'
import { faultPoint } from '#app/foundation/processes/fault_point'
import { timeScale } from '#app/foundation/time_scale'
import { Cell } from '#app/tenancy/cell'
import { tenantResolver } from '#app/tenants/hosts/tenant_resolver'
import { removeFromCell } from './remains.js'
import { Placement } from './rows/placement.js'
import { TenantLock } from './tenant_lock.js'

/** How long a process may go on believing that the tenant is where it was. */
const BELIEVED_MS = 15_000

/** A move as the platform remembers it. */
interface Move {
  tenant_id: string
  source: string
  target: string
  attempt: string
  state: 'copying' | 'moved' | 'undoing'
  drop_after: Date
}

const moves = () => db.connection('platform').from('moves')

/** Before the decision all is undone, after it all is finished. Only for the holder of the tenant's lock. */
export async function settle(tenantId: string): Promise<void> {
  const move: Move | null = await moves().where('tenant_id', tenantId).first()
  if (!move) return
  const source = Cell.named(move.source)
  const target = Cell.named(move.target)
  if (move.state === 'moved') {
    await new TenantLock(source, tenantId).forgetWork()
    await new Placement(target, tenantId, {}).releaseWork(timeScale.of(BELIEVED_MS))
    tenantResolver.forget()
    return
  }
  const { attempt } = move
  const undone = await moves()
    .where({ tenant_id: tenantId, attempt })
    .whereNot({ state: 'moved' })
    .update({ state: 'undoing' })
  // it waited for a decision whose connection had broken, and which was stored all the same
  if (Number(undone) !== 1) return settle(tenantId)
  faultPoint('move.undoing')
  await removeFromCell(target, tenantId)
  await new TenantLock(source, tenantId).open()
  await moves().where('tenant_id', tenantId).delete()
  tenantResolver.forget()
}

/**
 * The schemas of the old place go. Only for the holder of the tenant's lock.
 *
 * @param due  only if its day had come by then: there may have been another move since the work was left
 */
export async function dropOld(tenantId: string, due?: Date): Promise<void> {
  const move: Move | null = await moves().where({ tenant_id: tenantId, state: 'moved' }).first()
  if (!move || (due && move.drop_after > due)) return
  await removeFromCell(Cell.named(move.source), tenantId)
  await moves().where('tenant_id', tenantId).delete()
}
