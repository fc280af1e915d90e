import type { HttpContext } from '@adonisjs/core/http'
import { PlatformTrail } from '#app/audit/platform_trail'
import { faultOfLine } from '#app/foundation/text_fault'
import { ConsoleSubmission } from '#app/front_door/bodies/console_submission'
import { typedText } from '#app/front_door/bodies/typed_text'
import { SupportSession } from '#app/identity/sessions/support_session'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { publicUrl } from '#app/tenants/hosts/public_address'
import TenantEntitlements from '#app/tenants/tenant_entitlements'
import type Tenant from '#app/tenants/tenant'
import NothingHere from '../errors/nothing_here.js'
import { showPage } from '../page.js'
import { actorOf } from '../signed_in.js'
import { tenantView, tenantOf } from '../tenants/tenant_view.js'

const MAX_REASON = 300
const MINUTES = [15, 30, 60, 120]
const USUAL_MINUTES = 30

interface Values {
  reason: string
  minutes: number
  mayWrite: boolean
}

export default class SupportController {
  /** GET /tenants/:id/support */
  async create(ctx: HttpContext) {
    const values = { reason: '', minutes: USUAL_MINUTES, mayWrite: false }
    return form(ctx, await reachable(ctx), values)
  }

  /** POST /tenants/:id/support: shows the way in, which is open once and for two minutes. */
  async store(ctx: HttpContext) {
    const tenant = await reachable(ctx)
    const values = read(ctx)
    const fault = values.reason ? faultOfLine(values.reason, MAX_REASON) : 'Enter a reason.'
    if (fault) return form(ctx, tenant, values, fault)
    const granted = await record(ctx, tenant, values)
    if (!granted) return ctx.response.redirect(`/tenants/${tenant.id}`, false, 303)
    const url = await CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, async () => {
      await SupportSession.grant({ ...granted, ...values, operator: ctx.operator })
      const { host } = await TenantEntitlements.current()
      return publicUrl(host, `/support/${granted.code}`)
    })
    return showPage(ctx, 'support/open', { tenant: await tenantView(tenant), values, url })
  }
}

/** The operators' trail comes first: it knows every support session. */
async function record(ctx: HttpContext, tenant: Tenant, { reason, ...allowed }: Values) {
  const submission = ConsoleSubmission.of<{ id: string; code: string }>(ctx, ctx.operator.id)
  return submission.run(async (trx) => {
    const details = { tenantId: tenant.id, ...allowed }
    const happening = { action: 'support.granted', details, personal: { reason } } as const
    await PlatformTrail.append({ ...happening, actor: actorOf(ctx) }, trx)
    return SupportSession.newGrant()
  })
}

async function reachable(ctx: HttpContext): Promise<Tenant> {
  const tenant = await tenantOf(ctx)
  if (!tenant.isReachable) throw new NothingHere()
  return tenant
}

function read({ request }: HttpContext): Values {
  const { reason, minutes, mayWrite } = request.body()
  const known = MINUTES.find((one) => String(one) === minutes)
  return {
    reason: typedText(reason),
    minutes: known ?? USUAL_MINUTES,
    mayWrite: mayWrite === 'yes',
  }
}

async function form(ctx: HttpContext, tenant: Tenant, values: Values, fault?: string) {
  const state = { tenant: await tenantView(tenant), values, minutes: MINUTES }
  return showPage(ctx, 'support/create', { ...state, errors: { reason: fault } }, fault ? 422 : 200)
}
