import { setTimeout as pause } from 'node:timers/promises'
import { test } from '@japa/runner'
import { Checker } from '#tests/support/soak/checker'
import { Customers } from '#tests/support/soak/customers'
import { faultsInTurn } from '#tests/support/soak/faults'
import { Ledger } from '#tests/support/soak/ledger'
import { SeededRandom } from '#tests/support/soak/seeded_random'
import { SoakSystem } from '#tests/support/soak/soak_system'

/** `npm run soak -- --faults= --minutes= --seed=` sets them; by itself it goes through the same few faults in every run. */
const FAULTS = Number(process.env.SOAK_FAULTS ?? 6)
const MINUTES = Number(process.env.SOAK_MINUTES ?? 0.8)
const SEED = Number(process.env.SOAK_SEED ?? 8)

const MINUTE_MS = 60_000
const CUSTOMERS = 3
const IDLE_WITHIN_MS = 3 * MINUTE_MS

test.group('A soak', () => {
  test('with random faults loses nothing that was acknowledged, and does nothing twice', async ({
    assert,
    cleanup,
  }) => {
    console.log(`soak: ${FAULTS} faults in ${MINUTES} minutes, seed ${SEED}`)
    const system = await SoakSystem.open()
    cleanup(() => system.close())
    await system.listen()
    const ledger = new Ledger()
    const customers = new Customers(system, ledger, new SeededRandom(SEED))
    const coming = customers.come(CUSTOMERS)

    const faults = faultsInTurn(new SeededRandom(SEED + 1))
    const places = new SeededRandom(SEED + 2)
    const endsAt = performance.now() + MINUTES * MINUTE_MS
    for (let number = 1; number <= FAULTS; number++) {
      const nextAt = endsAt - (FAULTS - number) * ((MINUTES * MINUTE_MS) / FAULTS)
      const [name, fault] = faults.next().value!
      console.log(`soak: ${number} ${name}`)
      await fault(system, places.pick([0, 1]))
      await pause(Math.max(0, nextAt - performance.now()))
    }
    customers.leave()
    await system.isReady()
    await coming
    await system.isIdle(IDLE_WITHIN_MS)

    const verdict = await new Checker(system, ledger).judge()
    const { acknowledged } = ledger
    console.log('soak: acknowledged', acknowledged)
    console.log(
      `soak: lost ${verdict.lost.length}, done twice ${verdict.twice.length}, wrong ${verdict.wrong.length}`
    )
    for (const wrong of verdict.wrong) console.log(`soak: ${wrong}`)
    assert.deepEqual(verdict, { lost: [], twice: [], wrong: [] })
    assert.isAbove(acknowledged.signatures, 0)
  }).timeout((MINUTES + 10) * MINUTE_MS)
})
