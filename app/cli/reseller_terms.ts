import { args, BaseCommand, flags } from '@adonisjs/core/ace'
import vine from '@vinejs/vine'
import { ResaleOffers } from '#app/tenants/resale/resale_offer'
import Tenant from '#app/tenants/tenant'
import { CONSOLE } from './_console.js'
import { NoSuchTenant } from './_no_such_tenant.js'
import { refusalsAsSentences } from './_refusals.js'

const wanted = vine.create({
  plan: vine.string(),
  wholesale: vine.number().min(0).max(10_000_000).withoutDecimals().optional(),
  allowed: vine.boolean().optional(),
})

export default class ResellerTerms extends BaseCommand {
  static commandName = 'reseller:terms'
  static description = 'Show or set the plans that a reseller may sell, and their wholesale price'
  static options = { startApp: true }

  @args.string({ description: 'The reseller’s slug' })
  declare slug: string

  @flags.string({ description: 'Key of a plan; prints the terms if omitted' })
  declare plan?: string

  @flags.number({ description: 'Cents per month that the reseller pays for each tenant' })
  declare wholesale?: number

  @flags.boolean({ description: 'Whether it may sell the plan', showNegatedVariantInHelp: true })
  declare allowed?: boolean

  async run() {
    const reseller = await Tenant.findBy({ slug: this.slug })
    if (!reseller) throw new NoSuchTenant(this.slug)
    const { id } = reseller
    if (this.plan !== undefined) {
      const { plan, wholesale, allowed } = await wanted.validate(this)
      await ResaleOffers.agree(id, { plan, wholesaleCents: wholesale, isAllowed: allowed }, CONSOLE)
    }
    for (const { plan, wholesaleCents, priceCents, isOffered } of await ResaleOffers.of(id)) {
      const cents = [`pays ${wholesaleCents ?? '-'}`, `charges ${priceCents ?? '-'}`]
      this.logger.log([plan, ...cents, isOffered ? 'offered' : 'not offered'].join('  '))
    }
  }

  completed() {
    return refusalsAsSentences(this)
  }
}
