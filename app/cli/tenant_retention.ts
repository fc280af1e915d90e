import { args, BaseCommand, flags } from '@adonisjs/core/ace'
import { counted } from '#app/foundation/counted'
import { MAX_DAYS, MIN_DAYS, RetentionRule } from '#app/portability/retention_rule'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import Retention from '#app/tenants/retention'
import Tenant from '#app/tenants/tenant'
import { CONSOLE, noteAtConsole } from './_console.js'
import { refusalsAsSentences } from './_refusals.js'

export default class TenantRetention extends BaseCommand {
  static commandName = 'tenant:retention'
  static description = 'Show or change how long a tenant keeps finished documents'
  static options = { startApp: true }

  @args.string({ description: 'Slug of the tenant' })
  declare slug: string

  @flags.number({ description: 'Number of days after a document ends' })
  declare days?: number

  @flags.boolean({ description: 'Keep documents for ever' })
  declare off: boolean

  @flags.string({ description: 'Place the tenant under legal hold, with this reason' })
  declare hold?: string

  @flags.boolean({ description: 'Lift the legal hold' })
  declare lift: boolean

  async run() {
    const tenant = await Tenant.findBy({ slug: this.slug })
    if (!tenant) return this.#fail(`No tenant has the slug ${this.slug}`)
    const { days } = this
    if (days !== undefined && !(Number.isInteger(days) && days >= MIN_DAYS && days <= MAX_DAYS))
      return this.#fail(`Days are a whole number from ${MIN_DAYS} to ${MAX_DAYS}`)
    if (days !== undefined && this.off) return this.#fail('Either --days or --off')
    if (this.hold !== undefined && this.lift) return this.#fail('Either --hold or --lift')
    await this.#note(tenant.id)
    await CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, async () => {
      if (days !== undefined || this.off) await RetentionRule.change(days ?? null, CONSOLE)
      if (this.hold) await RetentionRule.hold(this.hold, CONSOLE)
      if (this.lift) await RetentionRule.lift(CONSOLE)
      this.#show(await Retention.current())
    })
  }

  completed() {
    return refusalsAsSentences(this)
  }

  /** Before it is done: there is no change that the operators' trail does not know. */
  async #note(tenantId: string): Promise<void> {
    const { days, off, hold, lift } = this
    if (days === undefined && !off && !hold && !lift) return
    const changed = { ...(off ? { days: 'none' } : { days }), ...(lift && { lift }) }
    await noteAtConsole('tenant.retention_changed', { tenantId, ...changed }, { hold })
  }

  #show({ days, heldSince, heldReason }: Retention) {
    this.logger.log(
      days === null
        ? 'Finished documents are kept until somebody erases them.'
        : `Finished documents are erased ${counted(days, 'day')} after their end, with a warning 30 days before.`
    )
    if (heldSince)
      this.logger.log(`Under a legal hold since ${heldSince.toISOString()}: ${heldReason}`)
  }

  #fail(message: string) {
    this.logger.error(message)
    this.exitCode = 2
  }
}
