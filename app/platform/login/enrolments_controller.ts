import type { HttpContext } from '@adonisjs/core/http'
import { authenticatorView } from '#app/front_door/pages/authenticator_view'
import { OperatorCode } from '#app/identity/operators/operator_code'
import { OperatorRecovery } from '#app/identity/operators/operator_recovery'
import { operatorCodes } from '#app/identity/second_factor/code_attempts'
import { THEME, showWholePage } from '../page.js'
import { enter } from './codes_controller.js'
import { TOO_OFTEN } from './sessions_controller.js'
import { typedLine } from './typed_line.js'

const MAX_CODE = 40
const REFUSED = 'This is not the code that the app shows now. Try the next one.'

export default class EnrolmentsController {
  /** GET /enrol: the seed, for as long as no code from it was given. */
  async create(ctx: HttpContext) {
    if (ctx.operator.isEnrolled) return ctx.response.redirect('/login/code', false, 303)
    return form(ctx)
  }

  /** POST /enrol: the first code. The answer shows the recovery codes, once. */
  async store(ctx: HttpContext) {
    const { operator, request, response } = ctx
    if (operator.isEnrolled) return response.redirect('/login/code', false, 303)
    if (!(await operatorCodes.allow(operator))) return form(ctx, TOO_OFTEN, 429)
    const typed = typedLine(request.body().code, MAX_CODE)
    if (!(await OperatorCode.accept(operator, typed))) return form(ctx, REFUSED, 422)
    await operatorCodes.forgive(operator)
    const codes = await OperatorRecovery.issue(operator)
    await enter(ctx, 'enrolment')
    return showWholePage(ctx, 'login/recovery_codes', { codes })
  }
}

async function form(ctx: HttpContext, error: string | null = null, status = 200): Promise<void> {
  const seed = await OperatorCode.shown(ctx.operator, THEME.name)
  return showWholePage(ctx, 'login/enrol', { ...authenticatorView(seed), error }, status)
}
