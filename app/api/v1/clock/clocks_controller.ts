import type { HttpContext } from '@adonisjs/core/http'
import { TestClock, type Reading, type Step } from '#app/sandbox/test_clock'
import { answer, reply } from '../answer/answer.js'
import { CLOCK_ANSWER } from '../schemas/clock.js'
import { change } from '../idempotency/once.js'
import { bodyOf } from '../input/input.js'
import { clockValidator } from '../validators/clock_validator.js'
import ValidationFailed from '../errors/validation_failed.js'

export default class ClocksController {
  /** GET /api/v1/test/clock */
  async show(ctx: HttpContext) {
    ctx.caller.requireTest()
    return answer(ctx, CLOCK_ANSWER, shown(await TestClock.read()))
  }

  /** POST /api/v1/test/clock/advance */
  async advance(ctx: HttpContext) {
    ctx.caller.requireTest()
    const step = stepOf(ctx)
    return change(ctx, async () => reply(ctx, CLOCK_ANSWER, shown(await TestClock.advance(step))))
  }
}

/** @throws ValidationFailed unless one of the two is given */
function stepOf(ctx: HttpContext): Step {
  const { seconds, to } = bodyOf(ctx, clockValidator)
  if (seconds !== undefined && to === undefined) return { seconds }
  if (to !== undefined && seconds === undefined) return { to }
  const message = 'Set either seconds or to'
  throw new ValidationFailed([{ path: ['seconds'], code: 'one_of_two', message }])
}

function shown({ now, seconds }: Reading) {
  return { now: now.toISOString(), aheadSeconds: seconds }
}
