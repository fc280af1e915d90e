import type pg from 'pg'
import { SYSTEM } from '#app/audit/actor'
import { SEAL_GIVEN_UP } from '#app/signing/seal/failed_seal'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { PlatformOutbox } from '#app/tenancy/outbox/platform_outbox'
import type { CellRow } from '#app/tenancy/row'
import { transaction } from '#app/tenancy/transactions/transaction'
import { tenantOfRole } from '#app/tenancy/tenant_ref'
import Delivery from '#app/webhooks/deliveries/delivery'
import { EXHAUSTED } from '#app/webhooks/deliveries/exhausted'

const AT_ONCE = 'select cell.retry_stuck($1) as "isOn"'
const KIND = 'select scope, ref, kind from cell.stuck_work where id = $1'
const SETTLED = 'select cell.settle_exhausted($1)'

type StuckRow = CellRow<'outbox', 'scope' | 'ref' | 'kind'>

/** What becomes of stuck work; null where there was none that waited. */
export type Retried = 'tried_again' | 'put_away' | null

/** Writes down what became of it, before it is over: what cannot be written down is not done. */
export type Recorded = (retried: NonNullable<Retried>) => Promise<unknown>

/** Work that is given another chance now. What is being done at this moment is left alone. */
export const Retry = {
  /** A document that could not be sealed has ended, and everybody was told so: of it, only the mark is put away. */
  async inCell(
    cellName: string,
    workId: string,
    { operatorId, record }: { operatorId: string; record: Recorded }
  ): Promise<Retried> {
    const cell = Cell.all().find(({ name }) => name === cellName)
    if (!cell) return null
    return cell.as('platform', (client) =>
      transaction(client, async () => {
        const [work] = (await client.query<StuckRow>(KIND, [workId])).rows
        const retried = work ? await retry(client, { workId, cellName, operatorId }, work) : null
        if (retried) await record(retried)
        return retried
      })
    )
  },

  async ofPlatform(workId: string, record: Recorded): Promise<Retried> {
    if (!(await PlatformOutbox.hurry(workId))) return null
    await record('tried_again')
    return 'tried_again'
  },
}

interface Asked {
  workId: string
  cellName: string
  operatorId: string
}

async function retry(
  client: pg.Client,
  { workId, cellName, operatorId }: Asked,
  work: StuckRow
): Promise<Retried> {
  // also locks its row: two operators, or one who clicks twice, would send a delivery twice
  const { isOn } = (await client.query<{ isOn: boolean }>(AT_ONCE, [workId])).rows[0]
  if (!isOn) return null
  if (work.kind !== EXHAUSTED) return work.kind === SEAL_GIVEN_UP ? 'put_away' : 'tried_again'
  const isThere = await redeliver(cellName, work, operatorId)
  await client.query(SETTLED, [workId])
  return isThere ? 'tried_again' : null
}

/** A delivery that used all its attempts is delivered anew, in its tenant. */
async function redeliver(
  cell: string,
  { scope, ref }: StuckRow,
  operatorId: string
): Promise<boolean> {
  const { tenantId, environment } = tenantOfRole(scope)
  return CurrentTenant.run({ tenant: { id: tenantId, cell }, environment }, async () => {
    const delivery = await Delivery.find(ref)
    await delivery?.replay({ ...SYSTEM, via: operatorId })
    return delivery !== null
  })
}
