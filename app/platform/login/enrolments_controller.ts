import type { HttpContext } from '@adonisjs/core/http'
import { renderSVG } from 'uqr'
import { OperatorCode } from '#app/identity/operators/operator_code'
import { OperatorRecovery } from '#app/identity/operators/operator_recovery'
import { LOOK, showWholePage } from '../page.js'
import { CodeAttempts } from './code_attempts.js'
import { enter } from './codes_controller.js'
import { TOO_OFTEN } from './sessions_controller.js'
import { typedLine } from './typed_line.js'

const MAX_CODE = 40
const REFUSED = 'That is not the code that the app shows now. Try the next one.'

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
    if (!(await CodeAttempts.allow(operator))) return form(ctx, TOO_OFTEN, 429)
    const typed = typedLine(request.body().code, MAX_CODE)
    if (!(await OperatorCode.accept(operator, typed))) return form(ctx, REFUSED, 422)
    await CodeAttempts.forgive(operator)
    const codes = await OperatorRecovery.issue(operator)
    await enter(ctx, 'enrolment')
    return showWholePage(ctx, 'login/recovery_codes', { codes })
  }
}

async function form(ctx: HttpContext, error: string | null = null, status = 200): Promise<void> {
  const { secret, uri } = await OperatorCode.shown(ctx.operator, LOOK.name)
  const groups = secret.match(/.{1,4}/g)?.join(' ')
  const qr = renderSVG(uri, { border: 2, ecc: 'M' })
  return showWholePage(ctx, 'login/enrol', { secret: groups, qr, error }, status)
}
