import { setTimeout as pause } from 'node:timers/promises'
import { test } from '@japa/runner'
import { Checker } from '#tests/support/soak/checker'
import { Customers } from '#tests/support/soak/customers'
import { Ledger } from '#tests/support/soak/ledger'
import { SeededRandom } from '#tests/support/soak/seeded_random'
import { SoakSystem } from '#tests/support/soak/soak_system'
import { until } from '#tests/support/until'

const MINUTE_MS = 60_000
const CUSTOMERS = 3
const SIGNATURES = 4
const BACK_WITHIN_MS = 10_000
/** Long enough for every connection to have met the server that is gone. */
const WITHOUT_PRIMARY_MS = 3_000

test.group('A primary that is lost', () => {
  test('is followed by its standby: all that was acknowledged is there, soon, and no process was started again', async ({
    assert,
    cleanup,
  }) => {
    const system = await SoakSystem.open({ withStandby: true })
    cleanup(() => system.close())
    await system.servers.openStandby()
    await system.listen()
    const ledger = new Ledger()
    const customers = new Customers(system, ledger, new SeededRandom(7))
    const coming = customers.come(CUSTOMERS)
    const signed = async (count: number) =>
      until(() => ledger.acknowledged.signatures >= count, 5 * MINUTE_MS)
    await signed(SIGNATURES)
    const pids = system.pids

    const promote = await system.servers.losePrimary()
    await pause(WITHOUT_PRIMARY_MS)
    const told = () => Object.values(ledger.acknowledged).reduce((sum, count) => sum + count, 0)
    const before = told()
    await promote()
    const promotedAt = performance.now()
    await until(() => told() > before, MINUTE_MS)
    await system.isReady()
    const backAfterMs = performance.now() - promotedAt
    assert.isBelow(backAfterMs, BACK_WITHIN_MS)
    await signed(ledger.acknowledged.signatures + SIGNATURES)
    customers.leave()
    await coming
    await system.isIdle(6 * MINUTE_MS)

    assert.deepEqual(system.pids, pids)
    assert.deepEqual(system.crashes, [])
    const verdict = await new Checker(system, ledger).judge()
    assert.deepEqual(verdict, { lost: [], twice: [], wrong: [] })
    const { code, output } = await system.ace('audit:verify', '--platform')
    assert.equal(code, 0, output)
  }).timeout(15 * MINUTE_MS)
})
