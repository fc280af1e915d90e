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
      const code = await HostTransfer.begin(session, destination)
      const transferred = (await HostTransfer.end(code.release(), { host: HOST, nonce }))!
      const there = await openSession(transferred.user, transferred)
      assert.equal(there.session.createdAt.getTime(), session.createdAt.getTime())
      assert.isFalse(there.session.beganUnasked)
      assert.isFalse(there.session.isFresh)
    })
  })
})
