import { args, BaseCommand, flags } from '@adonisjs/core/ace'
import { writeDurably } from '#app/foundation/durable_file'
import { certificateText } from '#app/portability/erasure/erasure_certificate'
import { TenantErasure, type Erased } from '#app/portability/erasure/tenant_erasure'
import { isIdentifier } from '#app/foundation/identifier'
import Tenant from '#app/tenants/tenant'
import { refusalsAsSentences } from './_refusals.js'

export default class TenantEraseCommand extends BaseCommand {
  static commandName = 'tenant:erase'
  static description =
    'Erase a tenant for good, keys first, and print a certificate; given an id, resume the erasure or print the certificate again'
  static options = { startApp: true }

  @args.string({ description: 'Slug of the tenant, or its id once the erasure has begun' })
  declare slug: string

  @flags.boolean({ description: 'Skip the confirmation' })
  declare yes: boolean

  @flags.boolean({ description: 'Finish an erasure that was begun, and begin none' })
  declare resume: boolean

  @flags.string({ description: 'File to write the signed certificate to (JSON)' })
  declare certificate?: string

  @flags.boolean({ description: 'Print the signed certificate as one line of JSON' })
  declare json: boolean

  async run() {
    const id = await this.#tenantId()
    if (!id) return this.#fail(`No tenant has the slug ${this.slug}`)
    if (!this.yes && !this.resume && !(await this.#isMeant()))
      return this.#fail('Nothing was erased')
    const erased = await this.#erase(id)
    if (!erased) return this.#fail(`No erasure of ${id} is under way, and nothing was erased`)
    if (this.certificate)
      await writeDurably(this.certificate, `${JSON.stringify(erased, null, 2)}\n`)
    this.logger.log(this.json ? JSON.stringify(erased) : certificateText(erased.certificate))
  }

  completed() {
    return refusalsAsSentences(this)
  }

  async #tenantId(): Promise<string | undefined> {
    if (isIdentifier('ten', this.slug)) return this.slug
    return (await Tenant.findBy({ slug: this.slug }))?.id
  }

  #erase(id: string): Promise<Erased | null> {
    const report = (step: string) => this.json || this.logger.info(step)
    return this.resume ? TenantErasure.resume(id, report) : TenantErasure.run(id, report)
  }

  async #isMeant(): Promise<boolean> {
    const typed = await this.prompt.ask(
      `All of ${this.slug} will be destroyed: documents, trails, keys. It cannot be undone. Type ${this.slug} to go on`
    )
    return typed === this.slug
  }

  #fail(message: string) {
    this.logger.error(message)
    this.exitCode = 2
  }
}
