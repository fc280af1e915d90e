import { test } from '@japa/runner'
import { forgetAttempts, MOST_FAILURES } from '#app/api/v1/access/key_attempt'
import { clock } from '#app/foundation/clock'
import { timeScale } from '#app/foundation/time_scale'
import { crc32Base62, randomBase62 } from '#app/foundation/opaque_token'
import ApiKey from '#app/identity/keys/api_key'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ApiClient, ask, hostOfTenant, type Answer } from '#tests/factories/api_client'
import { OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive } from '#tests/support/dashboard_visitor'
import { forgetKeyAttempts } from '#tests/support/key_attempts'
import { countPatiently } from '#tests/support/redis_counts'
import { StatementLog } from '#tests/support/statement_log'
import { until } from '#tests/support/until'

const PATH = '/api/v1/keys/current'
const READ = /from api_keys/
/** What the log of requests begins its transactions with. */
const OF_LOG = /synchronous_commit=off/
/** Without the transactions of the log of requests, which is written whenever it likes. Each leaves as one batch. */
function withoutLog(entries: string[]): string[] {
  const begin = entries.findIndex((entry) => OF_LOG.test(entry))
  if (begin === -1) return entries
  const commit = entries.indexOf('COMMIT', begin)
  return [...entries.slice(0, begin), ...withoutLog(entries.slice(commit + 1))]
}

test.group('API | keys that are shown', (group) => {
  let acme: Tenant
  let client: ApiClient

  group.setup(async () => {
    acme = await makeTenant({ withSandbox: true })
    client = await ApiClient.of(acme, 'live')
    return countPatiently()
  })
  // a second is soon over on a busy machine
  group.each.setup(async () => {
    timeScale.set(60)
    await forgetKeyAttempts()
  })
  group.each.teardown(async () => {
    timeScale.set(1)
    clock.restore()
    await forgetKeyAttempts()
  })

  const wrong = (tenant = acme, environment = 'live') => {
    const body = `svc_${environment}_${tenant.keyPrefix}${randomBase62(30)}`
    return body + crc32Base62(body)
  }
  const show = (secret: string, host = hostOfTenant(acme)) =>
    ask({ path: PATH, headers: { host, authorization: `Bearer ${secret}` } })
  const fail = async (times: number) => {
    let last: Answer | undefined
    for (let count = 0; count < times; count++) last = await show(wrong())
    return last
  }
  const statementsOf = async (work: () => Promise<unknown>) => {
    const log = StatementLog.open()
    try {
      await work()
    } finally {
      log.close()
    }
    return withoutLog(log.entries.filter((entry) => entry !== 'answered'))
  }
  const revoked = async () => {
    const other = await ApiClient.of(acme, 'live')
    await inLive(acme, async () => (await ApiKey.findOrFail(other.keyId)).revoke(OLGA))
    return other.secret
  }

  test('cost one round trip when they are wrong, no more than when they are right', async ({
    assert,
  }) => {
    await client.get(PATH)
    const roundTrips = async (secret: string, code?: string) => {
      const statements = await statementsOf(async () =>
        assert.equal((await show(secret)).body.error?.code, code)
      )
      return statements.filter((text) => /^BEGIN/.test(text)).length
    }
    const right = await roundTrips(client.secret)
    assert.equal(right, 2) // the check, and what the operation reads
    assert.equal(await roundTrips(wrong(), 'invalid_key'), 1)
    assert.equal(await roundTrips(wrong(acme, 'test'), 'invalid_key'), 1)
    assert.equal(await roundTrips(await revoked(), 'revoked_key'), 1)
  })

  test('are asked for with the same statements, whether they are right or wrong', async ({
    assert,
  }) => {
    await client.get(PATH)
    const checkOf = (entries: string[]) => entries.slice(0, entries.indexOf('COMMIT') + 1)
    const right = checkOf(await statementsOf(() => show(client.secret)))
    assert.lengthOf(
      right.filter((text) => READ.test(text)),
      1
    )
    assert.deepEqual(checkOf(await statementsOf(() => show(wrong()))), right)
  })

  test('are not looked up when they are mistyped, or another tenant’s', async ({ assert }) => {
    const globex = await makeTenant()
    const { secret } = client
    const at = [...secret].findIndex((letter, index) => index >= 20 && letter !== secret[index + 1])
    const twisted = secret.slice(0, at) + secret[at + 1] + secret[at] + secret.slice(at + 2)
    await client.get(PATH)
    for (const one of [`${secret}x`, secret.slice(0, -1), twisted, 'svc_live_', wrong(globex)]) {
      const statements = await statementsOf(async () => {
        const { status, body } = await show(one)
        assert.deepEqual([status, body.error?.code], [401, 'invalid_key'], one)
      })
      assert.deepEqual(statements, [], one)
    }
  })

  test('note their use with the first request of a minute alone', async ({ assert }) => {
    const fresh = await ApiClient.of(acme, 'live')
    const updates = async () =>
      (await statementsOf(() => fresh.get(PATH))).filter((text) => /update api_keys/.test(text))
    assert.lengthOf(await updates(), 1)
    assert.lengthOf(await updates(), 0)
    clock.travel(59_000)
    assert.lengthOf(await updates(), 0)
    clock.travel(1_000)
    assert.lengthOf(await updates(), 1)
  })

  test(`of an address are not looked at after ${String(MOST_FAILURES)} that failed within a second`, async ({
    assert,
  }) => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => show(wrong())))
    const refused = answers.filter(({ status }) => status === 429)
    assert.isAtLeast(refused.length, 60 - 2 * MOST_FAILURES)
    const [{ headers, body }] = refused
    assert.match(String(headers['retry-after']), /^[1-5]?\d$|^60$/)
    assert.containSubset(body.error, {
      type: 'rate_limit',
      code: 'rate_limited',
      details: { limit: MOST_FAILURES, windowSeconds: 1 },
    })
    const statements = await statementsOf(async () =>
      assert.equal((await show(wrong())).status, 429)
    )
    assert.deepEqual(statements, [])
    assert.equal((await show('nonsense')).status, 429)
  })

  test('are looked at again when the second is over', async ({ assert }) => {
    timeScale.set(5)
    const burst = () => Promise.all(Array.from({ length: 3 * MOST_FAILURES }, () => show(wrong())))
    await until(async () => (await burst()).some(({ status }) => status === 429))
    await until(async () => (await show(wrong())).status === 401)
    assert.equal((await client.get(PATH)).status, 200)
  })

  test('that were revoked count as well', async ({ assert }) => {
    const secret = await revoked()
    const codes = []
    for (let count = 0; count <= MOST_FAILURES; count++)
      codes.push((await show(secret)).body.error?.code)
    assert.deepEqual(new Set(codes.slice(0, MOST_FAILURES)), new Set(['revoked_key']))
    assert.equal(codes[MOST_FAILURES], 'rate_limited')
  })

  test('that may not be used from here count as well', async ({ assert }) => {
    const other = await ApiClient.of(acme, 'live')
    await inLive(acme, () =>
      CurrentTenant.batch([
        {
          text: `update api_keys set allowed_ips = '{192.0.2.7}' where id = $1`,
          values: [other.keyId],
        },
      ])
    )
    const codes = []
    for (let count = 0; count <= MOST_FAILURES; count++)
      codes.push((await show(other.secret)).body.error?.code)
    assert.deepEqual(new Set(codes.slice(0, MOST_FAILURES)), new Set(['ip_not_allowed']))
    assert.equal(codes[MOST_FAILURES], 'rate_limited')
  })

  test('are counted for all processes together', async ({ assert }) => {
    assert.equal((await fail(MOST_FAILURES))?.status, 401)
    forgetAttempts() // as another process
    assert.equal((await fail(1))?.status, 401)
    assert.equal((await fail(1))?.status, 429)
  })

  test('that have worked are not harmed by others of their address, and are checked all the same', async ({
    assert,
  }) => {
    const [regular, late] = [await ApiClient.of(acme, 'live'), await ApiClient.of(acme, 'live')]
    assert.equal((await regular.get(PATH)).status, 200)
    await fail(MOST_FAILURES)
    assert.equal((await regular.get(PATH)).status, 200)
    assert.equal((await late.get(PATH)).status, 429)
    await inLive(acme, async () => (await ApiKey.findOrFail(regular.keyId)).revoke(OLGA))
    assert.equal((await regular.get(PATH)).body.error?.code, 'revoked_key')
    await forgetKeyAttempts()
    assert.equal((await late.get(PATH)).status, 200)
  })

  test('are let in however many come at once for the first time', async ({ assert }) => {
    const newcomers = await Promise.all(
      Array.from({ length: 3 * MOST_FAILURES }, () => ApiClient.of(acme, 'live'))
    )
    const answers = await Promise.all(newcomers.map((one) => one.get(PATH)))
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  })
})
