import type { HttpContext } from '@adonisjs/core/http'
import { PlatformTrail } from '#app/audit/platform_trail'
import { flash } from '#app/front_door/pages/flash'
import { OperatorCode } from '#app/identity/operators/operator_code'
import { OperatorRecovery } from '#app/identity/operators/operator_recovery'
import { CODE_WINDOW_MS, operatorCodes } from '#app/identity/second_factor/code_attempts'
import { showWholePage } from '../page.js'
import { actorOf, logIn } from '../signed_in.js'
import { TOO_OFTEN } from './sessions_controller.js'
import { typedLine } from './typed_line.js'

const MAX_CODE = 40
const REFUSED = 'This code is wrong or was already used. Wait for the next one.'
const LAST_ONES =
  'You used a recovery code, which now no longer works. Set up your log-in again before you run out of them.'

export default class CodesController {
  /** GET /login/code */
  async create(ctx: HttpContext) {
    if (!ctx.operator.isEnrolled) return ctx.response.redirect('/enrol', false, 303)
    return form(ctx)
  }

  /** POST /login/code: the second proof. */
  async store(ctx: HttpContext) {
    const { operator, request, response } = ctx
    if (!operator.isEnrolled) return response.redirect('/enrol', false, 303)
    if (!(await operatorCodes.allow(operator))) {
      response.header('Retry-After', CODE_WINDOW_MS / 1000)
      return form(ctx, TOO_OFTEN, 429)
    }
    const typed = typedLine(request.body().code, MAX_CODE)
    const isCode = await OperatorCode.accept(operator, typed)
    const isRecovery = !isCode && (await OperatorRecovery.accept(operator, typed))
    if (!isCode && !isRecovery) return refuse(ctx)
    await operatorCodes.forgive(operator)
    await enter(ctx, isRecovery ? 'recovery code' : 'code')
    if (isRecovery) flash(ctx, 'warning', LAST_ONES)
    response.redirect('/', false, 303)
  }
}

export async function enter(ctx: HttpContext, by: string): Promise<void> {
  await logIn(ctx, ctx.operator, 'both')
  await PlatformTrail.append({
    action: 'operator.logged_in',
    actor: actorOf(ctx),
    details: { by },
  })
}

/** Somebody has the password and not the code: that stands in the trail. The limit of attempts is its limit too. */
async function refuse(ctx: HttpContext): Promise<void> {
  await PlatformTrail.append({ action: 'operator.code_refused', actor: actorOf(ctx) })
  return form(ctx, REFUSED, 422)
}

function form(ctx: HttpContext, error: string | null = null, status = 200) {
  return showWholePage(ctx, 'login/code', { error }, status)
}
