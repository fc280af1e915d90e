import { Secret as TotpSecret, TOTP } from 'otpauth'
import { test } from '@japa/runner'
import { clock } from '#app/foundation/clock'
import Operator from '#app/identity/operators/operator'
import { OperatorCode } from '#app/identity/operators/operator_code'
import { enrolledOperator } from '#tests/support/operator_visitor'

const STEP_MS = 30_000

test.group('Code of an operator', (group) => {
  group.each.teardown(() => clock.restore())

  /** Whether the code of the step so many steps from now is taken, in the middle of a step. */
  async function isTaken(steps: number): Promise<boolean> {
    const operator = await Operator.findOrFail((await enrolledOperator()).id)
    const { secret } = await OperatorCode.shown(operator, 'Tests')
    clock.travel(STEP_MS * 1.5 - (clock.now().getTime() % STEP_MS))
    const now = clock.now().getTime()
    const totp = new TOTP({ secret: TotpSecret.fromBase32(secret) })
    const token = totp.generate({ timestamp: now + steps * STEP_MS })
    return OperatorCode.accept(operator, token)
  }

  test('is taken in its own step and in the one before and after')
    .with([-1, 0, 1])
    .run(async ({ assert }, steps) => assert.isTrue(await isTaken(steps)))

  test('of {$self} steps away is refused')
    .with([-10, -3, -2, 2, 3, 10])
    .run(async ({ assert }, steps) => assert.isFalse(await isTaken(steps)))
})
