import { args, BaseCommand, flags } from '@adonisjs/core/ace'
import { Secret } from '@adonisjs/core/helpers'
import vine from '@vinejs/vine'
import { newId } from '#app/foundation/identifier'
import { randomBase62 } from '#app/foundation/opaque_token'
import { PasswordHash } from '#app/identity/passwords/password_hash'
import { Cell } from '#app/tenancy/cell'
import { platformHost, publicUrl } from '#app/tenants/hosts/public_address'
import { Provisioning } from '#app/tenants/provisioning/provisioning'
import type Tenant from '#app/tenants/tenant'
import { noteAtConsole } from './_console.js'
import { refusalsAsSentences } from './_refusals.js'

const PASSWORD_LENGTH = 20

const wanted = vine.create({
  name: vine.string().trim().minLength(1).maxLength(100),
  slug: vine.string(),
  plan: vine.string(),
  owner: vine.string().email(),
  password: vine.string().minLength(12).maxLength(200).optional(),
  color: vine
    .string()
    .regex(/^#[0-9a-f]{6}$/i)
    .optional(),
  cell: vine.enum(() => Cell.all().map(({ name }) => name)),
})

export default class TenantCreate extends BaseCommand {
  static commandName = 'tenant:create'
  static description = 'Create a tenant with its schemas, keys and owner'
  static options = { startApp: true }

  @args.string({ description: 'Name of the tenant, as signers see it' })
  declare name: string

  @flags.string({ description: 'First label of its host name', required: true })
  declare slug: string

  @flags.string({ description: 'Key of its plan', default: 'free' })
  declare plan: string

  @flags.string({ description: 'E-mail address of its owner', required: true })
  declare owner: string

  @flags.string({ description: 'Password of the owner; generated and printed if omitted' })
  declare password?: string

  @flags.string({ description: 'Brand colour, #rrggbb' })
  declare color?: string

  @flags.string({ description: 'Cell to create it in', default: 'main' })
  declare cell: string

  @flags.boolean({ description: 'Print one line of JSON' })
  declare json: boolean

  async run() {
    const asked = await wanted.validate(this)
    const password = asked.password ?? randomBase62(PASSWORD_LENGTH)
    const owner = { id: newId('usr'), email: asked.owner, name: asked.owner.split('@')[0] }
    const passwordHash = await PasswordHash.make(new Secret(password))
    const order = { ...asked, owner: { ...owner, passwordHash } }
    // the person at the command line knows the customer
    const tenant = await Provisioning.create({ ...order, isTrusted: true })
    const { id: tenantId, planKey: plan, slug } = tenant
    await noteAtConsole('tenant.ordered', { tenantId, plan, isTrusted: true }, { slug })
    this.#print(tenant, asked.password ? {} : { password })
  }

  completed() {
    return refusalsAsSentences(this)
  }

  #print(tenant: Tenant, secrets: { password?: string }): void {
    const { id, slug, name, planKey: plan } = tenant
    const host = platformHost(slug)
    const made = {
      id,
      slug,
      name,
      plan,
      host,
      url: publicUrl(host, '/'),
      owner: this.owner,
      ...secrets,
    }
    if (this.json) return this.logger.log(JSON.stringify(made))
    for (const [label, value] of Object.entries(made))
      this.logger.log(`${label.padEnd(9)} ${value}`)
  }
}
