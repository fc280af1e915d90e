import { test } from '@japa/runner'
import { IsolationGuard } from '#app/tenancy/isolation_checks/isolation_guard'
import { SchemaMigration } from '#app/tenancy/schemas/schema_migration'
import { CellOfItsOwn } from '#tests/support/cell_of_its_own'
import { dropInstallation } from '#tests/support/dropped_installation'

test.group('CellPreparation', () => {
  test('that several processes begin at once makes the cell, and fails in none', async ({
    cleanup,
  }) => {
    const own = await CellOfItsOwn.open()
    cleanup(() => own.close())
    await dropInstallation(own.cell.database)
    await Promise.all([own.repair(), own.repair(), own.repair()])
    await SchemaMigration.ofCell(own.cell)
    await new IsolationGuard(own.cell).assertClosed()
    await Promise.all([own.repair(), own.repair(), own.repair()])
    await new IsolationGuard(own.cell).assertClosed()
  })
})
