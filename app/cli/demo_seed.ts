import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { BaseCommand, flags } from '@adonisjs/core/ace'
import env from '#start/env'
import { connectTransactions, type SeededConnection } from './_demo_connection.js'
import { jsonIn } from './_json_file.js'
import { seedTenant, TENANTS, type SeededTenant } from './_demo_tenants.js'
import { randomBase62 } from '#app/foundation/opaque_token'
import { setUpOperator } from '#app/identity/operators/operator_setup'
import { Cell } from '#app/tenancy/cell'
import { CellPreparation } from '#app/tenancy/cell_preparation'
import { preparePlatformRoot } from '#app/tenancy/platform_root'
import { SchemaMigration } from '#app/tenancy/schemas/schema_migration'
import { IsolationGuard } from '#app/tenancy/isolation_checks/isolation_guard'
import { platformDomain, publicUrl } from '#app/tenants/hosts/public_address'
import Tenant from '#app/tenants/tenant'
import { refusalsAsSentences } from './_refusals.js'

/** Who operates the demo's platform. */
interface SeededOperator {
  url: string
  email: string
  password: string
  totpSecret: string
  recoveryCodes: string[]
}

interface State {
  tenants: SeededTenant[]
  operator?: SeededOperator
  connection?: SeededConnection
}

const OPERATOR = { email: 'operator@platform.test', name: 'Petra Platform' }

export default class DemoSeed extends BaseCommand {
  static commandName = 'demo:seed'
  static description =
    'Prepare the database and create the demo’s tenants; a second run changes nothing'
  static options = { startApp: true }

  @flags.string({
    description: 'File that keeps passwords and keys, which are shown only once',
    default: 'tmp/demo/state.json',
  })
  declare state: string

  @flags.string({
    description: 'URL of the transactions program, to connect it to the first tenant',
  })
  declare transactions?: string

  @flags.boolean({ description: 'Print the tenants as one line of JSON' })
  declare json: boolean

  async run() {
    await this.#prepare()
    const known = await this.#read()
    const tenants: SeededTenant[] = []
    for (const wanted of TENANTS) {
      const isThere = (await Tenant.findBy({ slug: wanted.slug })) !== null
      const seeded = isThere ? known.tenants.find(({ slug }) => slug === wanted.slug) : undefined
      tenants.push(
        seeded ? { ...seeded, url: publicUrl(seeded.host, '/') } : await seedTenant(wanted)
      )
      await this.#write({ ...known, tenants })
    }
    const operator = known.operator ?? (await this.#seedOperator())
    const connection = await this.#connect(known.connection)
    await this.#write({ tenants, operator, connection })
    this.#report({ tenants, operator: { ...operator, url: consoleUrl() }, connection })
  }

  completed() {
    return refusalsAsSentences(this)
  }

  async #prepare() {
    const administrator = env.get('DATABASE_ADMIN_URL')
    const cell = Cell.named('main')
    if (administrator) await new CellPreparation(cell, administrator).run()
    await SchemaMigration.ofCell(cell)
    await preparePlatformRoot()
    await new IsolationGuard(cell).assertClosed()
  }

  async #read(): Promise<State> {
    if (!existsSync(this.state)) return { tenants: [] }
    return { tenants: [], ...(await jsonIn(this.state)) }
  }

  async #write(state: State): Promise<void> {
    await writeFile(this.state, JSON.stringify(state), { mode: 0o600 })
  }

  async #seedOperator(): Promise<SeededOperator> {
    const password = randomBase62(14)
    const { secret, recoveryCodes } = await setUpOperator({ ...OPERATOR, password })
    const { email } = OPERATOR
    return { url: consoleUrl(), email, password, totpSecret: secret, recoveryCodes }
  }

  async #connect(known?: SeededConnection): Promise<SeededConnection | undefined> {
    if (!this.transactions) return known
    const tenant = await Tenant.findByOrFail({ slug: TENANTS[0].slug })
    return connectTransactions(tenant, this.transactions, known)
  }

  #report(state: State) {
    if (this.json) return console.log(JSON.stringify(state))
    const table = this.ui.table().head(['Tenant', 'URL', 'Owner', 'Password'])
    for (const { slug, url, ownerEmail, ownerPassword } of state.tenants)
      table.row([slug, url, ownerEmail, ownerPassword])
    table.render()
  }
}

function consoleUrl(): string {
  return publicUrl(platformDomain(), '/')
}
