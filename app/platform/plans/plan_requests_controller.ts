import type { HttpContext } from '@adonisjs/core/http'
import db from '@adonisjs/lucid/services/db'
import { PlatformTrail } from '#app/audit/platform_trail'
import { isIdentifier } from '#app/foundation/identifier'
import { say } from '#app/front_door/flash'
import { doAndTell } from '#app/front_door/telling'
import { faultOfLine, typedText } from '#app/front_door/typed_text'
import PlanRequest from '#app/tenants/plans/plan_request'
import Tenant from '#app/tenants/tenant'
import NothingHere from '../errors/nothing_here.js'
import { actorOf } from '../signed_in.js'

const MAX_ANSWER = 500

export default class PlanRequestsController {
  /** POST /plan-requests/:id/grant */
  grant(ctx: HttpContext) {
    return decide(ctx, 'granted')
  }

  /** POST /plan-requests/:id/decline {answer} */
  decline(ctx: HttpContext) {
    return decide(ctx, 'declined')
  }
}

/** Only the first decision counts. What a reseller's tenant asks for is decided by the reseller. */
async function decide(ctx: HttpContext, status: 'granted' | 'declined'): Promise<void> {
  const answer = typedText(ctx.request.body().answer)
  const fault = faultOfLine(answer, MAX_ANSWER)
  if (fault) {
    say(ctx, 'danger', fault)
    return ctx.response.redirect('/plans', false, 303)
  }
  const { tenantId, id } = await find(ctx)
  const isGranted = status === 'granted'
  const done = isGranted ? 'The tenant has the plan.' : 'The request is declined.'
  await doAndTell(ctx, { back: '/plans', done }, () =>
    db.connection('platform').transaction(async (trx) => {
      const decision = { by: ctx.operator.id, answer: answer || null }
      const { planKey: plan } = isGranted
        ? await PlanRequest.grant(id, decision, trx)
        : await PlanRequest.decline(id, decision, trx)
      const details = { tenantId, plan, ...(answer && { answer }) }
      const actor = actorOf(ctx)
      await PlatformTrail.append({ action: `plan_request.${status}`, actor, details }, trx)
    })
  )
}

async function find({ params }: HttpContext): Promise<PlanRequest> {
  const request = isIdentifier('prq', params.id) ? await PlanRequest.find(params.id) : null
  const tenant = request && (await Tenant.find(request.tenantId))
  if (!request || !tenant || tenant.parentId !== null) throw new NothingHere()
  return request
}
