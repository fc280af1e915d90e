import type { HttpContext } from '@adonisjs/core/http'
import { PlatformTrail } from '#app/audit/platform_trail'
import { isIdentifier } from '#app/foundation/identifier'
import { flashOutcome } from '#app/front_door/pages/flash_outcome'
import { faultOfLine } from '#app/foundation/text_fault'
import { typedText } from '#app/front_door/bodies/typed_text'
import { platformTransaction } from '#app/tenancy/transactions/platform_transaction'
import Plan from '#app/tenants/plans/plan'
import PlanRequest from '#app/tenants/plans/plan_request'
import Tenant from '#app/tenants/tenant'
import NothingHere from '../errors/nothing_here.js'
import { showPage } from '../page.js'
import { actorOf } from '../signed_in.js'
import { comparePlans } from './plan_comparison.js'

const MAX_ANSWER = 500

interface Asked {
  request: PlanRequest
  tenant: Tenant
}

export default class PlanRequestsController {
  /** GET /plan-requests/:id: what the tenant would gain and lose. */
  async show(ctx: HttpContext) {
    const asked = await find(ctx)
    if (asked.request.status !== 'open') return ctx.response.redirect('/plans', false, 303)
    return form(ctx, asked)
  }

  /** POST /plan-requests/:id/grant {answer} */
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
  const asked = await find(ctx)
  const answer = typedText(ctx.request.body().answer)
  const fault = faultOfLine(answer, MAX_ANSWER)
  if (fault) return form(ctx, asked, { answer, fault })
  const { id, tenantId } = asked.request
  const isGranted = status === 'granted'
  const done = isGranted ? 'The tenant now has the plan.' : 'The request was declined.'
  await flashOutcome(ctx, { back: '/plans', done }, () =>
    platformTransaction(async (trx) => {
      const decision = { by: ctx.operator.id, answer: answer || null }
      const { planKey: plan } = isGranted
        ? await PlanRequest.grant(id, decision, trx)
        : await PlanRequest.decline(id, decision, trx)
      await PlatformTrail.append(
        {
          action: `plan_request.${status}`,
          actor: actorOf(ctx),
          details: { tenantId, plan },
          personal: { answer },
        },
        trx
      )
    })
  )
}

async function form(
  ctx: HttpContext,
  { request, tenant }: Asked,
  { answer = '', fault }: { answer?: string; fault?: string } = {}
): Promise<void> {
  const [now, to] = await Promise.all([
    Plan.findOrFail(tenant.planKey),
    Plan.findOrFail(request.planKey),
  ])
  const { id, note, createdAt } = request
  const state = {
    request: { id, note, createdAt, planName: to.name },
    tenant: { id: tenant.id, name: tenant.name },
    differences: await comparePlans(tenant, now, to),
    values: { answer },
    errors: { answer: fault },
  }
  await showPage(ctx, 'plans/request', state, fault ? 422 : 200)
}

async function find({ params }: HttpContext): Promise<Asked> {
  const request = isIdentifier('prq', params.id) ? await PlanRequest.find(params.id) : null
  const tenant = request && (await Tenant.find(request.tenantId))
  if (!request || !tenant || tenant.parentId !== null) throw new NothingHere()
  return { request, tenant }
}
