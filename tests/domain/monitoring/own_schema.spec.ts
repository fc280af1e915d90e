import { test } from '@japa/runner'
import { missingFiles } from '#app/monitoring/own_schema'
import { CellOfItsOwn } from '#tests/support/cell_of_its_own'

test.group('Schema of this release', () => {
  test('is missed in a further cell, which is named', async ({ assert, cleanup }) => {
    const own = await CellOfItsOwn.open()
    cleanup(() => own.close())
    assert.deepEqual(await missingFiles(), [])
    await own.asSuperuser((superuser) =>
      superuser.query(
        `update cell.ledger set steps = steps - '0005_clock.sql' where template = 'cell'`
      )
    )
    assert.deepEqual(await missingFiles(), [`cell/0005_clock.sql in the cell ${own.cell.name}`])
  })
})
