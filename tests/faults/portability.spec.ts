import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { randomBase62 } from '#app/foundation/opaque_token'
import { alone } from '#app/portability/alone'
import { StoredFiles } from '#app/portability/stored_files'
import { TenantErasure } from '#app/portability/erasure/tenant_erasure'
import { TenantExport } from '#app/portability/tenant_export'
import { TenantImport } from '#app/portability/tenant_import'
import { TenantMove } from '#app/portability/tenant_move'
import { Cell } from '#app/tenancy/cell'
import { roleName, schemaNames } from '#app/tenancy/tenant_ref'
import { PlatformWork } from '#app/tenants/platform_work'
import Tenant from '#app/tenants/tenant'
import type { CellOfItsOwn } from '#tests/support/cell_of_its_own'
import {
  findingsOf,
  populateTenant,
  opens,
  type PopulatedTenant,
} from '#tests/support/populated_tenant'
import { aceProcess } from '#tests/support/node_process'
import { outcomeOf } from '#tests/support/outcome'
import { cellsVariable, closeReachableCell, openReachableCell } from '#tests/support/reachable_cell'
import { asSuperuser } from '#tests/support/superuser'
import { until } from '#tests/support/until'

const main = Cell.named('main')
const newMarker = () => `m${randomBase62(10).toLowerCase()}`

const workIn = (cell: Cell, tenant: Tenant) =>
  asSuperuser(cell.database, async (superuser) => {
    const { rows } = await superuser.query(
      'select kind, lane, ref, due_at from cell.outbox where scope in ($1, $2) order by kind, ref, due_at',
      [roleName(tenant.id, 'live'), roleName(tenant.id, 'test')]
    )
    return rows
  })
const schemasIn = (cell: Cell, tenant: Tenant) =>
  asSuperuser(cell.database, async (superuser) => {
    const names = Object.values(schemaNames(tenant.id))
    return (await superuser.query('select from pg_namespace where nspname = any ($1)', [names]))
      .rowCount
  })

/** A command that is made to die, and PostgreSQL has noticed that nobody has the tenant to itself any more. */
async function killed({ id }: Tenant, args: string[], settings: Record<string, string>) {
  const end = await aceProcess(args, settings)
  const isAlone = () => outcomeOf(() => alone(id, async () => {}))
  await until(async () => (await isAlone()).code !== 'porting_under_way')
  return end
}

async function assertAtWork(
  { tenant, completed, sandboxed }: PopulatedTenant,
  assert: { deepEqual: (a: unknown, b: unknown) => void; isTrue: (a: unknown) => void }
) {
  assert.deepEqual(await findingsOf(tenant), [])
  assert.isTrue(await opens(tenant, 'live', completed))
  assert.isTrue(await opens(tenant, 'test', sandboxed))
}

test.group('A move killed', (group) => {
  let own: CellOfItsOwn
  let acme: PopulatedTenant
  group.setup(async () => {
    own = await openReachableCell()
    return () => closeReachableCell(own)
  })
  group.each.setup(async () => {
    acme = await populateTenant(newMarker())
    return async () => void (await TenantErasure.run(acme.tenant.id))
  })

  const dieAt = (faultPoint: string) =>
    killed(acme.tenant, ['tenant:move', acme.marker, `--cell=${own.cell.name}`], {
      CELLS: cellsVariable(own),
      FAULT_POINT: faultPoint,
      TIME_SCALE: '0.01',
    })

  for (const point of [
    'move.begun',
    'move.closed',
    'placement.filled',
    'placement.committed',
    'move.copied',
  ]) {
    test(`at ${point} has moved nothing, and the tenant works on where it was`, async ({
      assert,
    }) => {
      const before = await workIn(main, acme.tenant)
      const { signal, output } = await dieAt(point)
      assert.equal(signal, 'SIGKILL', output)
      await TenantMove.settle(acme.tenant.id)
      acme.tenant = await Tenant.findOrFail(acme.tenant.id)
      assert.equal(acme.tenant.cell, 'main')
      assert.deepEqual(await workIn(main, acme.tenant), before)
      assert.equal(await schemasIn(own.cell, acme.tenant), 0)
      await assertAtWork(acme, assert)
    })
  }

  test('at move.decided has moved everything, and the tenant works on where it is', async ({
    assert,
  }) => {
    const before = await workIn(main, acme.tenant)
    const { signal, output } = await dieAt('move.decided')
    assert.equal(signal, 'SIGKILL', output)
    await TenantMove.settle(acme.tenant.id)
    acme.tenant = await Tenant.findOrFail(acme.tenant.id)
    assert.equal(acme.tenant.cell, own.cell.name)
    assert.deepEqual(await workIn(own.cell, acme.tenant), before)
    assert.deepEqual(await workIn(main, acme.tenant), [])
    await assertAtWork(acme, assert)
  })

  test('while it is being undone is undone by the next look', async ({ assert }) => {
    await dieAt('move.copied')
    const { signal } = await dieAt('move.undoing')
    assert.equal(signal, 'SIGKILL')
    await TenantMove.settle(acme.tenant.id)
    acme.tenant = await Tenant.findOrFail(acme.tenant.id)
    assert.equal(acme.tenant.cell, 'main')
    await assertAtWork(acme, assert)
  })
})

test.group('An import killed', (group) => {
  let folder: string
  let file: string
  group.setup(() => {
    folder = mkdtempSync(join(tmpdir(), 'port-'))
    file = join(folder, 'acme.tar')
    return () => rmSync(folder, { recursive: true })
  })

  for (const point of [
    'import.reserved',
    'import.rooted',
    'placement.opened',
    'placement.filled',
    'placement.committed',
    'import.stored',
  ]) {
    test(`at ${point} leaves nothing that can be seen, and the next one succeeds`, async ({
      assert,
    }) => {
      const acme = await populateTenant(newMarker())
      const work = await workIn(main, acme.tenant)
      await new TenantExport(acme.tenant).write(file)
      await TenantErasure.run(acme.tenant.id)
      const { signal, output } = await killed(acme.tenant, ['tenant:import', file], {
        FAULT_POINT: point,
      })
      assert.equal(signal, 'SIGKILL', output)
      assert.isNull(await Tenant.find(acme.tenant.id))
      acme.tenant = await (await TenantImport.open(file)).run()
      assert.deepEqual(await workIn(main, acme.tenant), work)
      await assertAtWork(acme, assert)
    })
  }

  test('at import.settled is done, and its work is given out as soon as the lease on it ends', async ({
    assert,
  }) => {
    const acme = await populateTenant(newMarker())
    const work = await workIn(main, acme.tenant)
    await new TenantExport(acme.tenant).write(file)
    await TenantErasure.run(acme.tenant.id)
    const { signal, output } = await killed(acme.tenant, ['tenant:import', file], {
      FAULT_POINT: 'import.settled',
    })
    assert.equal(signal, 'SIGKILL', output)
    acme.tenant = await Tenant.findOrFail(acme.tenant.id)
    const again = await outcomeOf(async () => (await TenantImport.open(file)).run())
    assert.equal(again.code, 'tenant_present')
    assert.deepEqual(await workIn(main, acme.tenant), work)
    await PlatformWork.doAllDue()
    await assertAtWork(acme, assert)
    const held = await asSuperuser(main.database, async (superuser) => {
      const { rows } = await superuser.query(
        'select max(lease_until) as until from cell.outbox where scope in ($1, $2)',
        [roleName(acme.tenant.id, 'live'), roleName(acme.tenant.id, 'test')]
      )
      return rows[0].until
    })
    assert.isBelow(held.getTime(), Date.now() + 24 * 3_600_000)
  })
})

test.group('An erasure killed', () => {
  for (const point of [
    'erasure.begun',
    'erasure.shredded',
    'erasure.dropped',
    'erasure.unshelved',
    'erasure.forgotten',
  ]) {
    test(`at ${point} is finished by the next call, with a certificate of all there was`, async ({
      assert,
    }) => {
      const { tenant, marker } = await populateTenant(newMarker())
      const { signal, output } = await killed(tenant, ['tenant:erase', marker, '--yes'], {
        FAULT_POINT: point,
      })
      assert.equal(signal, 'SIGKILL', output)
      const { certificate } = await TenantErasure.run(tenant.id)
      assert.equal(certificate.rows['live/documents'], 3)
      assert.equal(certificate.files.count, 9)
      assert.equal(await schemasIn(main, tenant), 0)
      assert.deepEqual(await Array.fromAsync(new StoredFiles(tenant.id).names()), [])
      assert.isNull(await Tenant.find(tenant.id))
      assert.isNull(await db.connection('platform').from('outbox').where('ref', tenant.id).first())
    })
  }
})
