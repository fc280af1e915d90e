import { createHmac } from 'node:crypto'
import { test } from '@japa/runner'
import {
  assertProcessSettings,
  WITHHELD_FROM_WEB,
} from '#app/foundation/processes/process_settings'
import { loginUrl } from '#app/tenancy/connections/login'

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
      assert.doesNotThrow(() => assertProcessSettings(settings, 'web'))
  })

  test('are refused in production with an administrator’s address, in a sentence without it', ({
    assert,
  }) => {
    const start = () => assertProcessSettings({ ...SOUND, DATABASE_ADMIN_URL: ADMIN }, 'worker')
    assert.throws(start, /^DATABASE_ADMIN_URL is set: it is for cell:prepare alone\. Take it out/)
    assert.throws(start, /^(?!.*secret)/)
  })

  test('are refused in production in the clear unless that is accepted', ({ assert }) => {
    for (const PLAIN_HTTP of [undefined, '', 'yes'])
      assert.throws(
        () => assertProcessSettings({ ...SOUND, PUBLIC_SCHEME: 'http', PLAIN_HTTP }, 'worker'),
        /PLAIN_HTTP=accepted/
      )
  })

  test('are refused to web with the secret of a login that only a worker is', ({ assert }) => {
    for (const name of ['DATABASE_SECRET_MIGRATOR', 'DATABASE_SECRET_RELAY']) {
      const settings = { ...SOUND, [name]: 'x'.repeat(64) }
      const refused = new RegExp(`^${name} is set: it is for the worker and for commands\\.`)
      assert.throws(() => assertProcessSettings(settings, 'web'), refused)
      assert.doesNotThrow(() => assertProcessSettings(settings, 'worker'))
    }
  })

  test('are refused to web with one password for all logins, in a sentence without it', ({
    assert,
  }) => {
    const address = 'postgres://house:hidden@127.0.0.1/house'
    for (const settings of [
      { ...SOUND, DATABASE_URL: address },
      { ...SOUND, DATABASE_URL: address.replace(':hidden', ''), CELLS: `eu=${address}` },
    ]) {
      const start = () => assertProcessSettings(settings, 'web')
      assert.throws(start, /^(DATABASE_URL|CELLS) has a password, .* DATABASE_SECRET_PLATFORM and/)
      assert.throws(start, /^(?!.*hidden)/)
      assert.doesNotThrow(() => assertProcessSettings(settings, 'worker'))
    }
  })

  test('are enough for web beside a command that has them all', ({ assert }) => {
    const all = {
      ...SOUND,
      DATABASE_URL: 'postgres://house@127.0.0.1/house',
      DATABASE_ADMIN_URL: ADMIN,
      DATABASE_SECRET_RELAY: 'three',
      DATABASE_SECRET_MIGRATOR: 'four',
    }
    assert.throws(() => assertProcessSettings(all, 'web'))
    assert.doesNotThrow(() => assertProcessSettings({ ...all, ...WITHHELD_FROM_WEB }, 'web'))
  })
})

test.group('Logins of a database', () => {
  const BASE = 'postgres://house@127.0.0.1:5432/house'
  const LOGINS = ['platform', 'app', 'relay', 'migrator'] as const
  const passwordOf = (url: string) => new URL(url).password

  test('have each a secret of its own, and no process is one whose secret it lacks', ({
    assert,
  }) => {
    const own = {
      DATABASE_SECRET_PLATFORM: 'one',
      DATABASE_SECRET_APP: 'two',
      DATABASE_SECRET_RELAY: 'three',
    }
    for (const login of ['platform', 'app', 'relay'] as const) {
      const changed = { ...own, [`DATABASE_SECRET_${login.toUpperCase()}`]: 'another' }
      for (const other of ['platform', 'app', 'relay'] as const) {
        const [before, after] = [own, changed].map((secrets) => loginUrl(BASE, other, secrets))
        assert.equal(passwordOf(before) === passwordOf(after), other !== login, `${login} ${other}`)
      }
    }
    assert.throws(() => loginUrl(BASE, 'migrator', own), /set DATABASE_SECRET_MIGRATOR$/)
    assert.throws(() => loginUrl(BASE, 'app', { DATABASE_SECRET_APP: '' }), /DATABASE_SECRET_APP$/)
  })

  test('take the secret of the address where it has one, as before', ({ assert }) => {
    const base = BASE.replace('house@', 'house:secret@')
    const passwords = LOGINS.map((login) => passwordOf(loginUrl(base, login, {})))
    assert.lengthOf(new Set(passwords), 4)
    assert.equal(
      passwords[1],
      createHmac('sha256', 'secret').update('login:house_app').digest('base64url')
    )
  })
})
