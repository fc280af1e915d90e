import type { HttpContext } from '@adonisjs/core/http'
import { flashOutcome } from '../flash_outcome.js'
import { TestClock } from '#app/sandbox/test_clock'
import { phrasesOf } from '../language.js'
import { readPage, showPage } from '../page.js'
import { submissionOf } from '../submission_of.js'

const HOUR_S = 3_600
const DAY_S = 24 * HOUR_S

/** What its buttons offer. */
const STEPS = [
  { name: 'hour', seconds: HOUR_S },
  { name: 'day', seconds: DAY_S },
  { name: 'week', seconds: 7 * DAY_S },
  { name: 'month', seconds: 30 * DAY_S },
] as const

/** People who may create keys could move it through one, so they may move it here. */
export default class ClocksController {
  /** GET /test/clock */
  async show(ctx: HttpContext) {
    const [rows] = await readPage(ctx, TestClock.statement)
    const { now, seconds } = TestClock.from(rows)
    const isAhead = seconds > 0
    const steps = STEPS.map(({ name }) => name)
    return showPage(ctx, 'dashboard/clock/show', { now, isAhead, steps })
  }

  /** POST /test/clock: one of the buttons. */
  async store(ctx: HttpContext) {
    const step = STEPS.find(({ name }) => name === ctx.request.body().step)
    const back = `${ctx.dashboard.base}/clock`
    if (!step) return ctx.response.redirect(back, false, 303)
    const done = phrasesOf(ctx).t(`clock.advanced_${step.name}`)
    return flashOutcome(ctx, { back, done }, () =>
      submissionOf(ctx).change(step.name, () => TestClock.advance({ seconds: step.seconds }))
    )
  }
}
