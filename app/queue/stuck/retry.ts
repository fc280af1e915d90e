import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type pg from 'pg'
import { SYSTEM } from '#app/audit/actor'
import { SEAL_GIVEN_UP } from '#app/signing/seal/failed_seal'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { PlatformOutbox } from '#app/tenancy/outbox/platform_outbox'
import type { CellRow } from '#app/tenancy/row'
import { platformTransaction } from '#app/tenancy/transactions/platform_transaction'
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

/** Writes down what becomes of it, in a transaction that is stored last: what cannot be written down is not done. */
export type Recorded = (
  retried: NonNullable<Retried>,
  trx: TransactionClientContract
) => Promise<unknown>

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
    return platformTransaction((trx) =>
      cell.as('platform', (client) =>
        transaction(client, async () => {
          const [work] = (await client.query<StuckRow>(KIND, [workId])).rows
          const asked = { workId, cellName, operatorId }
          return work ? retry(client, asked, work, (retried) => record(retried, trx)) : null
        })
      )
    )
  },

  async ofPlatform(workId: string, record: Recorded): Promise<Retried> {
    return platformTransaction(async (trx) => {
      if (!(await PlatformOutbox.hurry(workId, trx))) return null
      await record('tried_again', trx)
      return 'tried_again'
    })
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
  work: StuckRow,
  record: (retried: NonNullable<Retried>) => Promise<unknown>
): Promise<Retried> {
  // also locks its row: two operators, or one who clicks twice, would send a delivery twice
  const { isOn } = (await client.query<{ isOn: boolean }>(AT_ONCE, [workId])).rows[0]
  if (!isOn) return null
  if (work.kind !== EXHAUSTED) {
    const retried = work.kind === SEAL_GIVEN_UP ? 'put_away' : 'tried_again'
    await record(retried)
    return retried
  }
  const isThere = await redeliver(cellName, work, operatorId, () => record('tried_again'))
  await client.query(SETTLED, [workId])
  return isThere ? 'tried_again' : null
}

/** A delivery that used all its attempts is delivered anew, in its tenant. */
async function redeliver(
  cell: string,
  { scope, ref }: StuckRow,
  operatorId: string,
  record: () => Promise<unknown>
): Promise<boolean> {
  const { tenantId, environment } = tenantOfRole(scope)
  return CurrentTenant.run({ tenant: { id: tenantId, cell }, environment }, async () => {
    const delivery = await Delivery.find(ref)
    if (!delivery) return false
    await record()
    await delivery.replay({ ...SYSTEM, via: operatorId })
    return true
  })
}
