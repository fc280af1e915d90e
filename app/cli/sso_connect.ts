import { args, BaseCommand, flags } from '@adonisjs/core/ace'
import { Exception } from '@adonisjs/core/exceptions'
import vine from '@vinejs/vine'
import { Connecting, type MetadataSource } from '#app/single_sign_on/connecting'
import { GIVEN_ROLES, type default as Connection } from '#app/single_sign_on/connection'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { isEmailAddress } from '#app/foundation/email_address'
import Tenant from '#app/tenants/tenant'
import { CONSOLE, noteAtConsole } from './_console.js'
import { refusalsAsSentences } from './_refusals.js'
import { textOf } from './_text_file.js'

const wanted = vine.create({
  name: vine.string().trim().minLength(1).maxLength(60).optional(),
  role: vine.enum(GIVEN_ROLES).optional(),
  domain: vine.array(vine.string().trim().toLowerCase()).optional(),
})

export default class SsoConnect extends BaseCommand {
  static commandName = 'sso:connect'
  static description = 'Connect a tenant with its identity provider (SAML 2.0)'
  static options = { startApp: true }

  @args.string({ description: 'Slug of the tenant' })
  declare slug: string

  @flags.string({
    description:
      'File or address with the metadata of the identity provider; required without --off',
  })
  declare metadata?: string

  @flags.string({ description: 'What the button says: Continue with …' })
  declare name?: string

  @flags.array({ description: 'A domain of the tenant’s addresses, which you vouch for' })
  declare domain?: string[]

  @flags.boolean({ description: 'People of these domains become members when they first log in' })
  declare members?: boolean

  @flags.string({ description: `What they become: ${GIVEN_ROLES.join(', ')}` })
  declare role?: string

  @flags.boolean({ description: 'Also accept log-ins that begin at the provider' })
  declare unsolicited?: boolean

  @flags.boolean({ description: 'Turn it off; what was set up stays' })
  declare off?: boolean

  @flags.boolean({ description: 'Print one line of JSON' })
  declare json: boolean

  async run() {
    const tenant = await Tenant.findBy({ slug: this.slug })
    if (!tenant?.isReachable)
      throw new Exception(`No tenant has the slug ${this.slug}`, { status: 404 })
    const { name, role: defaultRole, domain: domains = [] } = await wanted.validate(this)
    const stranger = domains.find((one) => !isEmailAddress(`a@${one}`))
    if (stranger) throw new Exception(`${stranger} is not a domain`, { status: 422 })
    if (!this.off && !this.metadata)
      throw new Exception('Give a file or an address with --metadata, or --off', { status: 422 })
    await CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, async () => {
      if (this.off) return Connecting.turn(false, CONSOLE)
      const { members: makesMembers, unsolicited: allowsUnsolicited } = this
      const terms = { name, defaultRole, makesMembers, allowsUnsolicited, isOn: true }
      const given = Object.fromEntries(
        Object.entries(terms).filter(([, value]) => value !== undefined)
      )
      const { text, source } = await this.#read(this.metadata!)
      const metadata = await Connecting.read(text)
      this.#show(await Connecting.connect(metadata, given, CONSOLE, { domains, source }))
    })
    const said = { tenantId: tenant.id, off: this.off === true, domains }
    await noteAtConsole('tenant.sso_connected', said)
  }

  completed() {
    return refusalsAsSentences(this)
  }

  async #read(from: string): Promise<{ text: string; source: MetadataSource | null }> {
    if (/^https?:/.test(from)) {
      const { text, etag } = await Connecting.fetch(from)
      return { text, source: { url: from, etag } }
    }
    return { text: await textOf(from), source: null }
  }

  #show({ provider, addresses, certificates }: Connection) {
    const ends = certificates.map(({ not_after: end }) => end.toISOString())
    const shown = { provider, certificatesEnd: ends, ...addresses }
    if (this.json) return this.logger.log(JSON.stringify(shown))
    const { entityId, acs, slo, logIn } = addresses
    this.logger.log(`Connected with ${provider}. Its certificate ends ${ends.join(', ')}.`)
    this.logger.log(`Entity ID and metadata   ${entityId}`)
    this.logger.log(`ACS (HTTP-POST)          ${acs}`)
    this.logger.log(`Log-out (Redirect, POST) ${slo}`)
    this.logger.log(`Log-in begins at         ${logIn}`)
  }
}
