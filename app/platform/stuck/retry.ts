import db from '@adonisjs/lucid/services/db'
import { SYSTEM } from '#app/audit/actor'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { tenantOfRole } from '#app/tenancy/tenant_ref'
import Delivery from '#app/webhooks/delivery'

const AT_ONCE = 'select cell.retry_stuck($1) as "isOn"'
const MARK = `select scope, ref from cell.stuck_work where id = $1 and kind = 'webhooks.exhausted'`
const SETTLED = 'select cell.settle_exhausted($1)'
const OF_PLATFORM = `update outbox set due_at = now(), tries = 0
  where id = ? and (lease_until is null or lease_until < now()) returning id`

/** Work that is given another chance now. What is being done at this moment is left alone. */
export const Retry = {
  /** @returns whether there was such work and it was waiting */
  async inCell(cellName: string, workId: string, operatorId: string): Promise<boolean> {
    const cell = Cell.all().find(({ name }) => name === cellName)
    if (!cell) return false
    return cell.as('platform', async (client) => {
      const { rows } = await client.query(MARK, [workId])
      if (rows.length === 0) return (await client.query(AT_ONCE, [workId])).rows[0].isOn
      const isThere = await redeliver(cellName, rows[0], operatorId)
      await client.query(SETTLED, [workId])
      return isThere
    })
  },

  async ofPlatform(workId: string): Promise<boolean> {
    const { rows } = await db.connection('platform').rawQuery(OF_PLATFORM, [workId])
    return rows.length === 1
  },
}

/** A delivery that used all its attempts is delivered anew, in its tenant. */
async function redeliver(
  cell: string,
  { scope, ref }: { scope: string; ref: string },
  operatorId: string
): Promise<boolean> {
  const { tenantId, environment } = tenantOfRole(scope)
  return CurrentTenant.run({ tenant: { id: tenantId, cell }, environment }, async () => {
    const delivery = await Delivery.find(ref)
    await delivery?.replay({ ...SYSTEM, via: operatorId })
    return delivery !== null
  })
}
