import type { HttpContext } from '@adonisjs/core/http'
import { Attempts } from '#app/single_sign_on/attempt'
import Connection from '#app/single_sign_on/connection'
import NothingHere from '../../errors/nothing_here.js'
import { attemptPage } from './attempt_page.js'
import { attemptView } from './attempt_view.js'
import { readSettings, showSettings } from './settings_page.js'
import { phrasesOf } from '../../language.js'

export default class AttemptsController {
  /** GET /settings/single-sign-on/attempts */
  async index(ctx: HttpContext) {
    const connection = await Connection.current()
    const { isInPlan } = await readSettings(ctx)
    const attempts = connection ? await Attempts.latest() : []
    const shown = attempts.map((attempt) => attemptView(attempt, phrasesOf(ctx)))
    return showSettings(ctx, 'attempts', { connection, isInPlan, attempts: shown })
  }

  /** GET /settings/single-sign-on/attempts/:id */
  async show(ctx: HttpContext) {
    const connection = await Connection.current()
    const attempt = await Attempts.one(String(ctx.params.id))
    if (!attempt) throw new NothingHere()
    const { isInPlan } = await readSettings(ctx)
    const { user } = ctx.dashboard
    const shown = attemptPage(attempt, connection, {
      reader: user.id,
      phrases: phrasesOf(ctx),
    })
    return showSettings(ctx, 'attempt', { connection, isInPlan, ...shown })
  }
}
