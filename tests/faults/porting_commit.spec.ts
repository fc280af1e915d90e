import { test } from '@japa/runner'
import env from '#start/env'
import { randomBase62 } from '#app/foundation/opaque_token'
import { TenantErasure } from '#app/portability/erasure/tenant_erasure'
import { StoredFiles } from '#app/portability/stored_files'
import { TenantMove } from '#app/portability/tenant_move'
import { Cell } from '#app/tenancy/cell'
import { schemaNames } from '#app/tenancy/tenant_ref'
import Tenant from '#app/tenants/tenant'
import type { CellOfItsOwn } from '#tests/support/cell_of_its_own'
import { CommitLine } from '#tests/support/commit_line'
import {
  findingsOf,
  populateTenant,
  opens,
  type PopulatedTenant,
} from '#tests/support/populated_tenant'
import { aceProcess } from '#tests/support/node_process'
import { outcomeOf } from '#tests/support/outcome'
import { cellsVariable, closeReachableCell, openReachableCell } from '#tests/support/reachable_cell'
import { refusingCommits } from '#tests/support/refused_commit'
import { asSuperuser } from '#tests/support/superuser'

const main = Cell.named('main')
const newMarker = () => `m${randomBase62(10).toLowerCase()}`

const schemasIn = (cell: Cell, tenant: Tenant) =>
  asSuperuser(cell.database, async (superuser) => {
    const names = Object.values(schemaNames(tenant.id))
    const text = 'select from pg_namespace where nspname = any ($1)'
    return (await superuser.query(text, [names])).rowCount
  })

/** Whether everything that the tenant had is there, where the platform says that it lives. */
async function stateOf({ tenant, completed, sandboxed }: PopulatedTenant) {
  const found = await Tenant.findOrFail(tenant.id)
  return {
    cell: found.cell,
    findings: await findingsOf(found),
    opens: (await opens(found, 'live', completed)) && (await opens(found, 'test', sandboxed)),
  }
}

/** The platform's server, over a line that can be cut at a COMMIT. */
async function openLine() {
  const database = new URL(env.get('DATABASE_URL'))
  const line = new CommitLine({ host: database.hostname, port: Number(database.port || 5432) })
  database.host = `127.0.0.1:${await line.open()}`
  return { line, overLine: { DATABASE_URL: database.href, TIME_SCALE: '0.01' } }
}

test.group('The COMMITs of a move', (group) => {
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

  test('that are refused have moved nothing, and the next move moves everything', async ({
    assert,
  }) => {
    const here = { cell: 'main', findings: [], opens: true }
    const move = async () =>
      new TenantMove(await Tenant.findOrFail(acme.tenant.id), own.cell).run().then(() => 'moved')
    for (const [table, cell] of [
      ['platform.moves', main],
      ['cell.ledger', own.cell],
      ['platform.tenants', main],
    ] as const) {
      const refused = await refusingCommits(table, () => outcomeOf(move), cell)
      assert.deepEqual(refused, { code: '53100' }, table)
      assert.deepEqual(await stateOf(acme), here, table)
      assert.equal(await schemasIn(own.cell, acme.tenant), 0, table)
    }
    assert.deepEqual(await outcomeOf(move), { answer: '"moved"' })
    assert.deepEqual(await stateOf(acme), { ...here, cell: own.cell.name })
  })

  test('that are cut where it is decided have moved everything or nothing', async ({
    assert,
    cleanup,
  }) => {
    const { line, overLine } = await openLine()
    cleanup(() => line.close())
    const args = ['tenant:move', acme.marker, `--cell=${own.cell.name}`]
    const settings = { ...overLine, CELLS: cellsVariable(own) }
    for (const [where, cell] of [
      ['before', 'main'],
      ['after', own.cell.name],
    ] as const) {
      const broken = line.breakNext(where, 'platform.tenants')
      const { code, output } = await aceProcess(args, settings)
      await broken
      assert.equal(code, 1, output)
      await TenantMove.settle(acme.tenant.id)
      assert.deepEqual(await stateOf(acme), { cell, findings: [], opens: true }, where)
    }
  })
})

test.group('The COMMITs of an erasure', () => {
  const whatIsLeft = async ({ tenant }: PopulatedTenant) => ({
    schemas: await schemasIn(main, tenant),
    files: await Array.fromAsync(new StoredFiles(tenant.id).names()),
    row: await Tenant.find(tenant.id),
  })
  const GONE = { schemas: 0, files: [], row: null }

  test('that are refused leave it to the next call, whose certificate names all there was', async ({
    assert,
  }) => {
    const acme = await populateTenant(newMarker())
    const erase = () => TenantErasure.run(acme.tenant.id)
    const begin = await refusingCommits('platform.erasures', () => outcomeOf(erase))
    assert.deepEqual(begin, { code: '53100' })
    assert.deepEqual(await stateOf(acme), { cell: 'main', findings: [], opens: true })
    for (const table of ['cell.ledger', 'platform.tenants', 'platform.entries']) {
      const refused = await refusingCommits(table, () => outcomeOf(erase))
      assert.deepEqual(refused, { code: '53100' }, table)
    }
    const { certificate } = await erase()
    assert.equal(certificate.rows['live/documents'], 3)
    assert.equal(certificate.files.count, 9)
    assert.deepEqual(await whatIsLeft(acme), GONE)
    assert.deepEqual((await erase()).certificate, certificate)
  })

  test('that are cut leave it to the next call, and it is certified once', async ({
    assert,
    cleanup,
  }) => {
    const acme = await populateTenant(newMarker())
    const { line, overLine } = await openLine()
    cleanup(() => line.close())
    // where it begins, and where it is certified
    for (const status of ['deleted', undefined]) {
      const broken = line.breakNext('after', 'platform.erasures')
      const { code, output } = await aceProcess(['tenant:erase', acme.tenant.id, '--yes'], overLine)
      assert.equal(code, 1, output)
      await broken
      assert.equal((await Tenant.find(acme.tenant.id))?.status, status)
    }
    const { certificate } = await TenantErasure.run(acme.tenant.id)
    assert.equal(certificate.rows['live/documents'], 3)
    assert.equal(certificate.files.count, 9)
    assert.deepEqual(await whatIsLeft(acme), GONE)
  })
})
