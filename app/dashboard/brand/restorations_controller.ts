import type { HttpContext } from '@adonisjs/core/http'
import { BrandChange } from '#app/brand/brand_change'
import { flashOutcome } from '../flash_outcome.js'
import { phrasesOf } from '../language.js'
import NothingHere from '../errors/nothing_here.js'

const VERSION = /^[1-9]\d{0,8}$/

export default class RestorationsController {
  /** POST /settings/brand/versions/:version/restore: going back is a change like any other, and can be undone. */
  async store(ctx: HttpContext) {
    const { version } = ctx.params
    if (!VERSION.test(version)) throw new NothingHere()
    const outcome = {
      back: '/settings/brand',
      done: phrasesOf(ctx).t('brand.restored', { version }),
    }
    return flashOutcome(ctx, outcome, async () => {
      const changed = await BrandChange.restore(Number(version), ctx.dashboard.actor(ctx))
      if (!changed) throw new NothingHere()
    })
  }
}
