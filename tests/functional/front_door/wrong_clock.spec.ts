import { X509Certificate } from 'node:crypto'
import { test } from '@japa/runner'
import { acceptedRoots } from '#app/signing/seal/accepted_roots'
import SealAuthority from '#app/signing/seal/seal_authority'
import { ApiClient } from '#tests/factories/api_client'
import { makeTenant } from '#tests/factories/tenant_factory'
import { aceProcess } from '#tests/support/node_process'
import { settableClock } from '#tests/support/settable_clock'
import { until } from '#tests/support/until'
import { WebProcess } from '#tests/support/web_process'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

test.group("A web process on a machine whose clock is wrong, by the database's", () => {
  test(
    'lets in by a key that ends in an hour, and by none that ended an hour ago, {$self} days off'
  )
    .with([1, -1])
    .run(async ({ assert, cleanup }, days) => {
      const tenant = await makeTenant()
      const ends = (inMs: number) =>
        ApiClient.of(tenant, 'live', { expiresAt: new Date(Date.now() + inMs) })
      const [good, ended] = [await ends(HOUR_MS), await ends(-HOUR_MS)]
      const web = await WebProcess.start({ ...settableClock(days * DAY_MS), LOG_LEVEL: 'warn' })
      cleanup(() => web.kill())
      await until(() => web.output.includes("this machine's clock is wrong"))
      const asked = (client: ApiClient) =>
        client.ask({ origin: web.origin, path: '/api/v1/documents' })
      assert.equal((await asked(good)).status, 200)
      const refused = await asked(ended)
      assert.deepEqual([refused.status, refused.body.error?.code], [401, 'expired_key'])
    })
})

test.group("A command on a machine whose clock is wrong, by the database's", () => {
  test('dates authorities of seals and what it revokes by the database', async ({ assert }) => {
    const environment = settableClock(3 * DAY_MS)
    const rotated = await aceProcess(['seal:rotate', '--test'], environment)
    assert.equal(rotated.code, 0, rotated.output)
    const again = await aceProcess(['seal:rotate', '--test', '--reason=superseded'], environment)
    assert.equal(again.code, 0, again.output)
    const { certificate } = (await SealAuthority.newest('test', 'issuing'))!
    const { validFromDate } = new X509Certificate(certificate)
    assert.isAtMost(validFromDate.getTime(), Date.now())
    const { revoked } = await acceptedRoots()
    assert.isNotEmpty(revoked)
    for (const { revokedAt } of revoked) assert.isAtMost(revokedAt.getTime(), Date.now() + HOUR_MS)
  })
})
