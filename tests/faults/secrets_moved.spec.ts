import { randomBytes } from 'node:crypto'
import { test } from '@japa/runner'
import pg from 'pg'
import { loginUrl, type Login } from '#app/tenancy/connections/login'
import { dropInstallation } from '#tests/support/dropped_installation'
import { aceProcess } from '#tests/support/node_process'
import { superuserUrl } from '#tests/support/superuser'
import { WebProcess } from '#tests/support/web_process'

const LOGINS: readonly Login[] = ['platform', 'app', 'relay', 'migrator']

const variable = (login: Login) => `DATABASE_SECRET_${login.toUpperCase()}`
const secrets = (of: (login: Login) => string) =>
  Object.fromEntries(LOGINS.map((login) => [variable(login), of(login)]))

/** `ok`, or PostgreSQL's code. */
async function logIn(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    return 'ok'
  } catch (error) {
    return (error as { code: string }).code
  } finally {
    await client.end()
  }
}

test.group('Secrets of the database', () => {
  test('become four where there was one by preparing the cell again, and web starts with two and no others', async ({
    assert,
    cleanup,
  }) => {
    const name = `moved_${randomBytes(4).toString('hex')}`
    cleanup(() => dropInstallation(name))
    const address = new URL(superuserUrl(name))
    address.username = name
    address.password = ''
    const bare = address.href
    address.password = 'one-secret'
    const [old, none] = [address.href, secrets(() => '')]
    const prepare = async (settings: Record<string, string>) => {
      const { code, output } = await aceProcess(['cell:prepare'], settings)
      assert.equal(code, 0, output)
    }

    await prepare({ DATABASE_URL: old, ...none })
    for (const login of LOGINS) assert.equal(await logIn(loginUrl(old, login, {})), 'ok')
    // the same secret under four names is the same passwords: an installation moves in two steps, each without a gap
    const same = secrets(() => 'one-secret')
    for (const login of LOGINS) assert.equal(loginUrl(bare, login, same), loginUrl(old, login, {}))

    const four = secrets(() => randomBytes(32).toString('hex'))
    await prepare({ DATABASE_URL: bare, ...four })
    for (const login of LOGINS) {
      assert.equal(await logIn(loginUrl(bare, login, four)), 'ok', login)
      assert.equal(await logIn(loginUrl(old, login, {})), '28P01', `${login} by the old secret`)
      for (const other of LOGINS) {
        const borrowed = { [variable(login)]: four[variable(other)] }
        const outcome = await logIn(loginUrl(bare, login, borrowed))
        assert.equal(outcome, login === other ? 'ok' : '28P01', `${login} by ${other}’s secret`)
      }
    }

    const withMore = await WebProcess.begin({ DATABASE_URL: old, ...four })
    assert.equal((await withMore.end).code, 1)
    for (const sentence of [
      'DATABASE_SECRET_MIGRATOR is set',
      'DATABASE_SECRET_RELAY is set',
      'DATABASE_URL has a password',
    ])
      assert.include(withMore.output, sentence)
    assert.notInclude(withMore.output, 'one-secret')

    const web = await WebProcess.start({
      ...none,
      DATABASE_URL: bare,
      DATABASE_SECRET_PLATFORM: four.DATABASE_SECRET_PLATFORM,
      DATABASE_SECRET_APP: four.DATABASE_SECRET_APP,
    })
    const ready = await fetch(`${web.origin}/internal/ready`)
    await web.stop()
    assert.equal(ready.status, 200, web.output)
  })
})
