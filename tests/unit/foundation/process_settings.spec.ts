import { test } from '@japa/runner'
import { assertProcessSettings } from '#app/foundation/process_settings'

const SOUND = { NODE_ENV: 'production', PUBLIC_SCHEME: 'https' }
const ADMIN = 'postgres://postgres:secret@127.0.0.1/postgres'

test.group('Settings of web and worker', () => {
  test('are taken as they should be, and on one’s own machine', ({ assert }) => {
    for (const settings of [
      SOUND,
      { ...SOUND, DATABASE_ADMIN_URL: '' },
      { ...SOUND, PUBLIC_SCHEME: 'http', PLAIN_HTTP: 'accepted' },
      { NODE_ENV: 'development', PUBLIC_SCHEME: 'http', DATABASE_ADMIN_URL: ADMIN },
    ])
      assert.doesNotThrow(() => assertProcessSettings(settings))
  })

  test('are refused in production with an administrator’s address, in a sentence without it', ({
    assert,
  }) => {
    const start = () => assertProcessSettings({ ...SOUND, DATABASE_ADMIN_URL: ADMIN })
    assert.throws(start, /^DATABASE_ADMIN_URL is set: it is for cell:prepare alone\. Take it out/)
    assert.throws(start, /^(?!.*secret)/)
  })

  test('are refused in production in the clear unless that is accepted', ({ assert }) => {
    for (const PLAIN_HTTP of [undefined, '', 'yes'])
      assert.throws(
        () => assertProcessSettings({ ...SOUND, PUBLIC_SCHEME: 'http', PLAIN_HTTP }),
        /PLAIN_HTTP=accepted/
      )
  })
})
