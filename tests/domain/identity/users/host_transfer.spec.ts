import { test } from '@japa/runner'
import { clock } from '#app/foundation/clock'
import { randomToken, sha256Hex } from '#app/foundation/opaque_token'
import { HostTransfer } from '#app/identity/sessions/host_transfer'
import { openSession } from '#app/identity/sessions/session_opening'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { ownerOf } from '#tests/support/dashboard_visitor'

const MINUTE_MS = 60_000
const HOST = 'sign.acme.test'
const CLIENT = { ipAddress: '203.0.113.9', userAgent: 'Browser/1.0' }

test.group('A log-in taken to another host', (group) => {
  group.each.teardown(() => clock.restore())

  test('began when it began, and was not let in unasked because that is long ago', async ({
    assert,
  }) => {
    const tenant = await makeTenant()
    const owner = await ownerOf(tenant)
    const endsAt = new Date(clock.now().getTime() + 600 * MINUTE_MS)
    const by = { provider: 'idp', nameId: 'olga', nameFormat: null, sessionIndex: null, endsAt }
    await CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, async () => {
      const { session } = await openSession(owner, { by })
      assert.isFalse(session.beganUnasked)
      clock.travel(11 * MINUTE_MS)
      const nonce = randomToken()
      const destination = { host: HOST, nonceSha256: sha256Hex(nonce), next: '/' }
      const code = await HostTransfer.begin(session, destination, CLIENT)
      const transferred = (await HostTransfer.end(code.release(), {
        ...CLIENT,
        host: HOST,
        nonce,
      }))!
      const there = await openSession(transferred.user, transferred)
      assert.equal(there.session.createdAt.getTime(), session.createdAt.getTime())
      assert.isFalse(there.session.beganUnasked)
      assert.isFalse(there.session.isFresh)
    })
  })

  for (const [what, left, arrived, isTaken] of [
    ['the address that it left from', '203.0.113.9', '203.0.113.9', true],
    ['another address of the same home', '2001:db8:1:2::a', '2001:db8:1:2::b', true],
    ['another address', '203.0.113.9', '203.0.113.10', false],
    ['another network', '2001:db8:1:2::a', '2001:db8:1:3::a', false],
  ] as const)
    test(`${isTaken ? 'arrives' : 'does not arrive'} from ${what}`, async ({ assert }) => {
      const tenant = await makeTenant()
      const owner = await ownerOf(tenant)
      await CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, async () => {
        const { session } = await openSession(owner)
        const nonce = randomToken()
        const destination = { host: HOST, nonceSha256: sha256Hex(nonce), next: '/' }
        const client = { ...CLIENT, ipAddress: left }
        const code = await HostTransfer.begin(session, destination, client)
        const arrival = { ...CLIENT, ipAddress: arrived, host: HOST, nonce }
        const transferred = await HostTransfer.end(code.release(), arrival)
        assert.equal(transferred !== null, isTaken)
      })
    })

  test('counts as no proof there, however fresh it was', async ({ assert }) => {
    const tenant = await makeTenant()
    const owner = await ownerOf(tenant)
    await CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, async () => {
      const { session } = await openSession(owner)
      assert.isTrue(session.isFresh)
      const nonce = randomToken()
      const destination = { host: HOST, nonceSha256: sha256Hex(nonce), next: '/' }
      const code = await HostTransfer.begin(session, destination, CLIENT)
      const arrival = { ...CLIENT, host: HOST, nonce }
      const transferred = (await HostTransfer.end(code.release(), arrival))!
      assert.isFalse((await openSession(transferred.user, transferred)).session.isFresh)
    })
  })
})
