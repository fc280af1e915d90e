import { assert } from '@japa/assert'
import { apiClient } from '@japa/api-client'
import app from '@adonisjs/core/services/app'
import testUtils from '@adonisjs/core/services/test_utils'
import { pluginAdonisJS } from '@japa/plugin-adonisjs'
import type { Config } from '@japa/runner/types'
import env from '#start/env'
import { prepareCell } from '#tests/support/cell_under_test'

export const plugins: Config['plugins'] = [
  assert(),
  apiClient({ baseURL: `http://${env.get('HOST')}:${env.get('PORT')}` }),
  pluginAdonisJS(app),
]

const SUITES_WITHOUT_SERVICES = ['unit']
const SUITES_WITH_SERVER = ['functional', 'browser']

/** The API is asked through the proxy that holds its answers against their description. */
const OF_THE_API = /tests.functional.api./

export const configureSuite: Config['configureSuite'] = (suite) => {
  if (SUITES_WITHOUT_SERVICES.includes(suite.name)) return
  suite.setup(prepareCell)
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
