import { args, BaseCommand } from '@adonisjs/core/ace'
import { Membership } from '#app/identity/users/membership'
import User from '#app/identity/users/user'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import Tenant from '#app/tenants/tenant'
import { CONSOLE, noteAtConsole } from './_console.js'
import { refusalsAsSentences } from './_refusals.js'

export default class MemberRecover extends BaseCommand {
  static commandName = 'member:recover'
  static description = 'Remove the lost second factor of a member, such as the last owner'
  static options = { startApp: true }

  @args.string({ description: 'Slug of the tenant' })
  declare slug: string

  @args.string({ description: 'Address of the member' })
  declare email: string

  async run() {
    const tenant = await Tenant.findBy({ slug: this.slug })
    if (!tenant) return this.#fail(`No tenant has the slug ${this.slug}`)
    await CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, async () => {
      const user = await User.byEmail(this.email)
      if (!user || user.isDisabled) return this.#fail(`${this.slug} has no such member`)
      await new Membership(user, CONSOLE, 'owner').removeSecondFactor()
      await noteAtConsole('tenant.factor_removed', { tenantId: tenant.id, userId: user.id })
      this.logger.success('The second factor is removed. The member, owners and admins are told.')
    })
  }

  completed() {
    return refusalsAsSentences(this)
  }

  #fail(message: string) {
    this.logger.error(message)
    this.exitCode = 2
  }
}
