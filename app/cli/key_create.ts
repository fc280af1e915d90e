import { args, BaseCommand, flags } from '@adonisjs/core/ace'
import { Exception } from '@adonisjs/core/exceptions'
import vine from '@vinejs/vine'
import { ENVIRONMENTS } from '#app/foundation/environment'
import ApiKey from '#app/identity/keys/api_key'
import { SCOPES, USUAL_SCOPES, type Scope } from '#app/identity/access/scope'
import User from '#app/identity/users/user'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import Tenant from '#app/tenants/tenant'
import { CONSOLE, noteAtConsole } from './_console.js'
import { NoSuchTenant } from './_no_such_tenant.js'
import { refusalsAsSentences } from './_refusals.js'

const wanted = vine.create({
  slug: vine.string(),
  environment: vine.enum(ENVIRONMENTS),
  name: vine.string().trim().minLength(1).maxLength(100),
  scopes: vine.array(vine.enum(SCOPES)).optional(),
})

export default class KeyCreate extends BaseCommand {
  static commandName = 'key:create'
  static description = 'Create an API key on behalf of a tenant’s owner; prints it once'
  static options = { startApp: true }

  @args.string({ description: 'The slug of the tenant' })
  declare slug: string

  @flags.string({ description: 'live or test', default: 'test' })
  declare environment: string

  @flags.string({ description: 'What it is for', default: 'Made on the command line' })
  declare name: string

  @flags.array({ description: `Any of ${SCOPES.join(', ')}; the default scopes if omitted` })
  declare scopes?: string[]

  @flags.boolean({ description: 'Print one line of JSON' })
  declare json: boolean

  async run() {
    const unknown = this.scopes?.find((scope) => !SCOPES.includes(scope as Scope))
    if (unknown !== undefined)
      throw new Exception(`${unknown} is no scope: take any of ${SCOPES.join(', ')}`, {
        status: 422,
      })
    const { slug, environment, name, scopes = USUAL_SCOPES } = await wanted.validate(this)
    const tenant = await Tenant.findBy({ slug })
    if (!tenant?.isReachable) throw new NoSuchTenant(slug)
    const { key, secret } = await CurrentTenant.run(
      { tenant: tenant.ref, environment: 'live' },
      async () => {
        const createdBy = await User.query().where('role', 'owner').firstOrFail()
        return ApiKey.issue({ environment, name, scopes, createdBy }, CONSOLE)
      }
    )
    const { id } = key
    await noteAtConsole('tenant.key_made', { tenantId: tenant.id, keyId: id, environment, scopes })
    const made = { id, tenant: slug, environment, scopes, key: secret.release() }
    this.logger.log(this.json ? JSON.stringify(made) : made.key)
  }

  completed() {
    return refusalsAsSentences(this)
  }
}
