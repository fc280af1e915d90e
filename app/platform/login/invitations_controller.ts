import type { HttpContext } from '@adonisjs/core/http'
import { Secret } from '@adonisjs/core/helpers'
import { PlatformTrail } from '#app/audit/platform_trail'
import { clientInfo } from '#app/front_door/client_info'
import { OperatorInvitation } from '#app/identity/operators/operator_invitation'
import { showWholePage } from '../page.js'
import { logIn } from '../signed_in.js'
import { MAX_PASSWORD } from './sessions_controller.js'
import { typedLine } from './typed_line.js'

const MIN_PASSWORD = 12

export default class InvitationsController {
  /** GET /welcome/:token */
  async create(ctx: HttpContext) {
    const operator = await OperatorInvitation.find(ctx.params.token)
    return operator ? form(ctx, operator.email) : gone(ctx)
  }

  /** POST /welcome/:token: a password; the authenticator app comes next. */
  async store(ctx: HttpContext) {
    const { params, request, response } = ctx
    const known = await OperatorInvitation.find(params.token)
    if (!known) return gone(ctx)
    const { password, again } = request.body()
    const typed = typedLine(password, MAX_PASSWORD)
    if (typed.length < MIN_PASSWORD)
      return form(ctx, known.email, { password: `Use at least ${MIN_PASSWORD} characters.` })
    if (typed !== again) return form(ctx, known.email, { again: 'The passwords do not match.' })
    const operator = await OperatorInvitation.accept(params.token, new Secret(typed))
    if (!operator) return gone(ctx)
    const actor = operator.actor(clientInfo(request))
    await PlatformTrail.append({ action: 'operator.set_up', actor })
    await logIn(ctx, operator, 'password')
    response.redirect('/enrol', false, 303)
  }
}

function form(ctx: HttpContext, email: string, errors: Record<string, string> = {}) {
  const status = Object.keys(errors).length > 0 ? 422 : 200
  const state = { email, errors, token: ctx.params.token, minimum: MIN_PASSWORD }
  return showWholePage(ctx, 'login/welcome', state, status)
}

function gone(ctx: HttpContext) {
  return showWholePage(ctx, 'login/welcome_gone', {}, 404)
}
