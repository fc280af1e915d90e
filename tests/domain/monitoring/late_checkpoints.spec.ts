import { setTimeout as pause } from 'node:timers/promises'
import { test } from '@japa/runner'
import { checkCheckpoints } from '#app/monitoring/doctor/evidence_checks'
import { timeScale } from '#app/foundation/time_scale'
import { Cell } from '#app/tenancy/cell'
import { transaction } from '#app/tenancy/transactions/transaction'

test.group('doctor | checkpoints that are late', () => {
  const main = () => Cell.named('main')
  const doneBefore = (ago: string) =>
    main().as('relay', (client) =>
      client.query(
        `insert into cell.ticks (name, done_at) values ('audit checkpoint', now() - $1::interval)
             on conflict (name) do update set done_at = excluded.done_at`,
        [ago]
      )
    )
  const remedy = async () => {
    const found = await checkCheckpoints(null)
    return found.find(({ says }) => says.endsWith('in main'))?.remedy
  }

  test('are put down to the transaction that they wait for, and to workers where there is none', async ({
    assert,
    cleanup,
  }) => {
    await doneBefore('1 hour')
    cleanup(async () => void (await doneBefore('0')))
    cleanup(() => timeScale.set(1))
    assert.match((await remedy())!, /^Start a worker/)
    await main().as('migrator', (client) =>
      transaction(client, async () => {
        const { rows } = await client.query('select pg_backend_pid() as pid')
        await client.query('lock table cell.chain_log in row exclusive mode')
        assert.match((await remedy())!, /^Start a worker/)
        timeScale.set(0.001)
        await pause(100)
        assert.include((await remedy())!, `process ${rows[0].pid} in pg_stat_activity of main`)
      })
    )
  })
})
