import { setTimeout as pause } from 'node:timers/promises'
import { test } from '@japa/runner'
import { Shift } from '#app/queue/shift'
import { WorkTable, type Handler } from '#app/queue/work_table'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { Outbox } from '#app/tenancy/outbox/outbox'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import type { CellOfItsOwn } from '#tests/support/cell_of_its_own'
import { inventedKind } from '#tests/support/invented_kind'
import { emptyOutbox } from '#tests/support/outbox_view'
import { closeReachableCell, openReachableCell } from '#tests/support/reachable_cell'
import { until } from '#tests/support/until'

const KIND = inventedKind('test.cells')
const HANGING = inventedKind('test.cells_hanging')
const SLOTS = 8
const FLOOD = 1_000
const FEW = 40
const WORK_MS = 300
const GIVE_UP_MS = 30_000

test.group('Queue | two cells with the same workers', (group) => {
  let own: CellOfItsOwn
  let flooding: Tenant
  let other: Tenant
  let shift: Shift
  const done: string[] = []
  let hanging: string[] = []
  let release = () => {}
  let released: Promise<void>

  const work: Handler = async (task) => {
    await pause(WORK_MS * (0.5 + Math.random()))
    await unit(() => Outbox.finish(task))
    done.push(CurrentTenant.get().tenant.id)
  }
  const hang: Handler = async (task) => {
    hanging.push(CurrentTenant.get().tenant.id)
    await released
    await unit(() => Outbox.finish(task))
  }

  group.setup(async () => {
    own = await openReachableCell()
    flooding = await makeTenant({ name: 'Flood' })
    other = await makeTenant({ name: 'Other', cell: own.cell.name })
    WorkTable.use({
      [KIND]: { queue: 'reactions', handle: async () => ({ default: work }) },
      [HANGING]: { queue: 'reactions', handle: async () => ({ default: hang }), share: 1 / 2 },
    })
    return () => closeReachableCell(own)
  })
  group.each.setup(async () => {
    await emptyOutbox()
    done.length = 0
    hanging = []
    released = new Promise((resolve) => (release = resolve))
    shift = new Shift(SLOTS)
    await shift.begin()
    return async () => {
      await own.asSuperuser((superuser) => superuser.query('truncate cell.outbox'))
      await emptyOutbox()
      release()
      await shift.end()
    }
  })

  const leave = ({ ref: tenant }: Tenant, kind: typeof KIND, count: number) =>
    CurrentTenant.run({ tenant, environment: 'live' }, () =>
      unit(async () =>
        Outbox.append(...Array.from({ length: count }, (_, at) => ({ kind, ref: `r${at}` })))
      )
    )
  const doneOf = ({ id }: Tenant) => done.filter((each) => each === id).length

  test('give both their turns while one has much more to do', async ({ assert }) => {
    await leave(flooding, KIND, FLOOD)
    await until(() => doneOf(flooding) > 4 * SLOTS)
    const before = doneOf(flooding)
    await leave(other, KIND, FEW)
    await until(() => doneOf(other) === FEW, GIVE_UP_MS)
    // and what ran and waited before
    assert.isAtMost(doneOf(flooding) - before, FEW + 4 * SLOTS)
  })

  test('leave slots to what is short while in both much work waits for strangers', async ({
    assert,
  }) => {
    await leave(flooding, HANGING, FEW)
    await leave(other, HANGING, FEW)
    await until(() => new Set(hanging).size === 2)
    await leave(flooding, KIND, FEW)
    await until(() => doneOf(flooding) === FEW, GIVE_UP_MS)
    assert.isBelow(hanging.length, SLOTS)
  })
})
