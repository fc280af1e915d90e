import { args, BaseCommand } from '@adonisjs/core/ace'
import { Exception } from '@adonisjs/core/exceptions'
import { OwnKeys } from '#app/single_sign_on/own_keys'
import { KEY_STEPS } from '#app/single_sign_on/key_step'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import Tenant from '#app/tenants/tenant'
import { CONSOLE, noteAtConsole } from './_console.js'
import { refusalsAsSentences } from './_refusals.js'

export default class SsoRotate extends BaseCommand {
  static commandName = 'sso:rotate'
  static description = 'Exchange the key of a tenant’s single sign-on, step by step'
  static options = { startApp: true }

  @args.string({ description: 'Slug of the tenant' })
  declare slug: string

  @args.string({ description: `The step: ${KEY_STEPS.join(', then ')}` })
  declare step: string

  async run() {
    const step = KEY_STEPS.find((one) => one === this.step)
    if (!step) throw new Exception(`A step is one of ${KEY_STEPS.join(', ')}`, { status: 422 })
    const tenant = await Tenant.findBy({ slug: this.slug })
    if (!tenant?.isReachable)
      throw new Exception(`No tenant has the slug ${this.slug}`, { status: 404 })
    await CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, () =>
      OwnKeys.take(step, CONSOLE)
    )
    await noteAtConsole('tenant.sso_key_changed', { tenantId: tenant.id, step })
    this.logger.log(`Done: ${step}.`)
  }

  completed() {
    return refusalsAsSentences(this)
  }
}
