import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { SYSTEM, type Actor } from '#app/audit/actor'
import { PlatformTrail } from '#app/audit/platform_trail'
import { verifyPlatformTrail } from '#app/audit/platform_verification'
import { Cell } from '#app/tenancy/cell'
import { asSuperuser } from '#tests/support/superuser'

const PAT: Actor = { type: 'operator', id: 'opr_pat', name: 'Pat', ipAddress: '203.0.113.1' }

test.group('Platform trail', () => {
  const database = () => Cell.named('main').database
  const kinds = async () => [
    ...new Set((await verifyPlatformTrail()).findings.map(({ kind }) => kind)),
  ]

  /** Done by hand, looked at, and put back, so that the chain is whole for the next test. */
  async function tampered(statement: string): Promise<string[]> {
    return asSuperuser(database(), async (client) => {
      await client.query('set search_path = platform')
      await client.query('create table kept as select * from entries')
      await client.query('create table kept_head as select * from chain_head')
      await client.query('alter table entry_values drop constraint entry_values_entry_id_fkey')
      try {
        await client.query('alter table entries disable trigger user')
        await client.query(statement)
        return await kinds()
      } finally {
        await client.query('delete from entries')
        await client.query('insert into entries select * from kept')
        await client.query(
          'alter table entry_values add constraint entry_values_entry_id_fkey foreign key (entry_id) references entries (id)'
        )
        await client.query('delete from chain_head')
        await client.query('insert into chain_head select * from kept_head')
        await client.query('alter table entries enable always trigger entries_continue')
        await client.query('alter table entries enable always trigger entries_kept')
        await client.query('drop table kept, kept_head')
      }
    })
  }

  test('binds each entry to the one before', async ({ assert }) => {
    await PlatformTrail.append({
      action: 'tenant.suspended',
      actor: PAT,
      details: { tenantId: 'x' },
    })
    await PlatformTrail.append({ action: 'tenant.resumed', actor: PAT })
    const [last, before] = await PlatformTrail.read({ limit: 2 })
    assert.equal(last.prevHash, before.hash)
    assert.equal(last.personal.actorName, 'Pat')
    assert.equal(before.body.details.tenantId, 'x')
    assert.isEmpty(await kinds())
  })

  test('is whole also for who reads it while an operator acts', async ({ assert, cleanup }) => {
    await PlatformTrail.append({ action: 'tenant.resumed', actor: PAT })
    const { as } = Cell.prototype
    cleanup(() => void (Cell.prototype.as = as))
    let hasActed = false
    // the log is read last
    Cell.prototype.as = async function (this: Cell, ...asked) {
      if (!hasActed) await PlatformTrail.append({ action: 'tenant.resumed', actor: PAT })
      hasActed = true
      return as.apply(this, asked) as never
    }
    assert.isEmpty(await kinds())
    assert.isTrue(hasActed)
  })

  test('keeps one order when twenty operators act at once', async ({ assert }) => {
    const [first] = await PlatformTrail.read({ limit: 1 })
    await Promise.all(
      Array.from({ length: 20 }, () =>
        PlatformTrail.append({ action: 'plan.changed', actor: SYSTEM })
      )
    )
    const [last] = await PlatformTrail.read({ limit: 1 })
    assert.equal(last.sequence, first.sequence + 20)
    assert.isEmpty(await kinds())
  })

  test('is not written when the change that it tells of fails', async ({ assert }) => {
    const [before] = await PlatformTrail.read({ limit: 1 })
    const failing = db.connection('platform').transaction(async (trx) => {
      await PlatformTrail.append({ action: 'plan.changed', actor: PAT }, trx)
      throw new Error('the change failed')
    })
    await assert.rejects(() => failing, 'the change failed')
    const [after] = await PlatformTrail.read({ limit: 1 })
    assert.equal(after.sequence, before.sequence)
  })

  test('is only ever added to, also by the login of the platform', async ({ assert }) => {
    for (const statement of [
      `update entries set action = 'nothing'`,
      'delete from entries',
      'truncate entries',
    ])
      await assert.rejects(() => db.connection('platform').rawQuery(statement))
    await assert.rejects(() => db.connection('platform').rawQuery('select * from cell.chain_log'))
  })

  test('shows what was altered, taken away or cut off', async ({ assert }) => {
    await PlatformTrail.append({ action: 'operator.added', actor: PAT })
    await PlatformTrail.append({ action: 'operator.disabled', actor: PAT })
    const last = '(select max(sequence) from entries)'
    const altered = `update entries set body = replace(body, 'disabled', 'promoted') where sequence = ${last}`
    assert.deepEqual(await tampered(altered), ['altered'])
    const gone = `delete from entries where sequence = ${last} - 1`
    assert.include(await tampered(gone), 'missing')
    const cut = `delete from entries where sequence = ${last}; update chain_head set sequence = sequence - 1, hash = (select hash from entries order by sequence desc limit 1)`
    assert.isNotEmpty(await tampered(cut))
    assert.isEmpty(await kinds())
  })
})
