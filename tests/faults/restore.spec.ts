import { test } from '@japa/runner'
import { Backup } from '#tests/support/soak/backup'
import { Checker } from '#tests/support/soak/checker'
import { Customers } from '#tests/support/soak/customers'
import { Ledger } from '#tests/support/soak/ledger'
import { SeededRandom } from '#tests/support/soak/seeded_random'
import { SoakSystem } from '#tests/support/soak/soak_system'
import { until } from '#tests/support/until'

const MINUTE_MS = 60_000
const CUSTOMERS = 3
const SIGNATURES = 6

test.group('An installation that was destroyed', () => {
  test('comes back from its backup with all that was acknowledged, and does nothing twice', async ({
    assert,
    cleanup,
  }) => {
    const system = await SoakSystem.open()
    cleanup(() => system.close())
    const { servers } = system
    const backup = await Backup.begin(servers)
    cleanup(() => backup.remove())
    await system.isReady()
    await system.listen()
    const ledger = new Ledger()
    const customers = new Customers(system, ledger, new SeededRandom(11))
    const coming = customers.come(CUSTOMERS)
    const signed = async (count: number) =>
      until(() => ledger.acknowledged.signatures >= count, 3 * MINUTE_MS)

    await signed(SIGNATURES)
    await backup.takeBase()
    await signed(2 * SIGNATURES)
    customers.leave()
    await coming
    const start = await system.halt() // whatever is under way
    await backup.takeRest()
    await servers.replace((folder, data) => backup.restore(folder, data))
    start()
    await system.isReady()
    await system.isIdle(3 * MINUTE_MS)

    const verdict = await new Checker(system, ledger).judge()
    assert.deepEqual(verdict, { lost: [], twice: [], wrong: [] })
    assert.isAtLeast(ledger.acknowledged.signatures, 2 * SIGNATURES)
    for (const args of [['audit:verify', '--platform'], ['doctor']]) {
      const { code, output } = await system.ace(...args)
      assert.equal(code, 0, output)
    }
  }).timeout(12 * MINUTE_MS)
})
