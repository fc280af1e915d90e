import { assert } from '@japa/assert'
import { apiClient } from '@japa/api-client'
import app from '@adonisjs/core/services/app'
import testUtils from '@adonisjs/core/services/test_utils'
import { pluginAdonisJS } from '@japa/plugin-adonisjs'
import type { Config } from '@japa/runner/types'
import env from '#start/env'
import { Cell } from '#app/tenancy/cell'
import { CellPreparation } from '#app/tenancy/cell_preparation'
import { ensureRoot, PLATFORM } from '#app/tenancy/keys'
import { SchemaMigration } from '#app/tenancy/schemas/schema_migration'

export const plugins: Config['plugins'] = [
  assert(),
  apiClient({ baseURL: `http://${env.get('HOST')}:${env.get('PORT')}` }),
  pluginAdonisJS(app),
]

/** The cluster of this test process is made ready once: roles, isolation, schemas. Tenants are made by the tests that need them. */
async function prepareCell(): Promise<void> {
  const administrator = env.get('DATABASE_ADMIN_URL')
  if (!administrator)
    throw new Error('DATABASE_ADMIN_URL names the test cluster: run npm test, which starts one')
  const cell = Cell.named('main')
  await new CellPreparation(cell, administrator).run()
  await SchemaMigration.ofCell(cell)
  await ensureRoot(PLATFORM)
}

let prepared: Promise<void> | null = null

const SUITES_WITHOUT_SERVICES = ['unit']
const SUITES_WITH_SERVER = ['functional', 'browser']

/** The API is asked through the proxy that holds its answers against their description. */
const OF_THE_API = /tests.functional.api./

export const configureSuite: Config['configureSuite'] = (suite) => {
  if (SUITES_WITHOUT_SERVICES.includes(suite.name)) return
  suite.setup(() => (prepared ??= prepareCell()))
  if (SUITES_WITH_SERVER.includes(suite.name)) suite.setup(() => testUtils.httpServer().start())
  suite.teardown(async () => {
    const { assertEventsAsDescribed } = await import('#tests/support/emitted_events')
    await assertEventsAsDescribed()
  })
  suite.onGroup((group) => {
    if (!OF_THE_API.test(group.options.meta.fileName ?? '')) return
    group.each.setup(async () => {
      const { forgetKeyAttempts } = await import('#tests/support/key_attempts')
      await forgetKeyAttempts()
    })
    group.setup(async () => {
      const { ValidationProxy } = await import('#tests/support/validation_proxy')
      return ValidationProxy.putBetween()
    })
  })
}
