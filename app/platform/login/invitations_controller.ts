import type { HttpContext } from '@adonisjs/core/http'
import { Secret } from '@adonisjs/core/helpers'
import { PlatformTrail } from '#app/audit/platform_trail'
import { clientInfo } from '#app/front_door/client_info'
import { OperatorInvitation } from '#app/identity/operators/operator_invitation'
import { faultOfPassword, MIN_PASSWORD } from '#app/identity/passwords/password_rules'
import type { Guessable } from '#app/identity/passwords/password_strength'
import type Operator from '#app/identity/operators/operator'
import { platformDomain } from '#app/tenants/hosts/public_address'
import { showWholePage, THEME } from '../page.js'
import { logIn } from '../signed_in.js'

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
    const fault = faultOfPassword(password, again, guessableOf(known))
    if (fault) return form(ctx, known.email, fault)
    const operator = await OperatorInvitation.accept(params.token, new Secret(password))
    if (!operator) return gone(ctx)
    const actor = operator.actor(clientInfo(request))
    await PlatformTrail.append({ action: 'operator.set_up', actor })
    await logIn(ctx, operator, 'password')
    response.redirect('/enrol', false, 303)
  }
}

/** The console has no tenant: its own names are the ones that anybody would try. */
function guessableOf({ name, email }: Operator): Guessable {
  return { name, email, tenant: [THEME.name, platformDomain().split('.')[0]] }
}

function form(ctx: HttpContext, email: string, error: string | null = null) {
  const state = { email, error, token: ctx.params.token, minimum: MIN_PASSWORD }
  return showWholePage(ctx, 'login/welcome', state, error ? 422 : 200)
}

function gone(ctx: HttpContext) {
  return showWholePage(ctx, 'login/welcome_gone', {}, 404)
}
