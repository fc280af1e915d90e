import { test } from '@japa/runner'
import pg from 'pg'
import env from '#start/env'
import { Checkpoints } from '#app/audit/checkpoint'
import { merkleRoot } from '#app/audit/merkle_tree'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'

async function asSuperuser(...statements: string[]): Promise<void> {
  const url = new URL(env.get('DATABASE_ADMIN_URL')!)
  url.pathname = new URL(env.get('DATABASE_URL')).pathname
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

test.group('Checkpoints', () => {
  const cell = Cell.named('main')

  async function writeEntries(): Promise<void> {
    const tenant = await makeTenant()
    await CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, () => makeDocument())
  }

  test('bind the new links of all trails once, each to the one before', async ({ assert }) => {
    await writeEntries()
    const first = await Checkpoints.take(cell, '0 seconds')
    assert.isNull(await Checkpoints.take(cell, '0 seconds'))
    await writeEntries()
    const second = await Checkpoints.take(cell, '0 seconds')
    assert.equal(second!.previous_root, first!.root)
    assert.equal(second!.leaves, 5)
    assert.deepEqual(await Checkpoints.verify(cell), [])
  })

  test('leave out links that a late commit may still precede', async ({ assert }) => {
    await writeEntries()
    assert.isNull(await Checkpoints.take(cell))
  })

  test('name the span of the log that was changed', async ({ assert }) => {
    await writeEntries()
    const taken = await Checkpoints.take(cell, '0 seconds')
    await asSuperuser(
      'alter table cell.chain_log disable trigger user',
      `update cell.chain_log set hash = 'forged' where position = ${taken!.last_position}`
    )
    const findings = await Checkpoints.verify(cell)
    assert.deepEqual(
      findings.map(({ number }) => number),
      [taken!.number]
    )
    assert.match(findings[0].message, /is not what was bound/)
    await asSuperuser(
      `delete from cell.checkpoints where number >= ${taken!.number}`,
      'alter table cell.chain_log enable always trigger chain_log_kept',
      'alter table cell.chain_log enable always trigger chain_log_kept_whole'
    )
  })

  test('compute the tree hash of RFC 6962', ({ assert }) => {
    const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
    const emptyLeaf = '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'
    assert.equal(merkleRoot([]), empty)
    assert.equal(merkleRoot(['']), emptyLeaf)
  })
})
