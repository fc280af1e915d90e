import { test } from '@japa/runner'
import { Gate } from '#app/single_sign_on/gate/gate'
import { base64, TestIdentityProvider } from '#tests/support/identity_provider'
import type { GateSettings } from '#app/single_sign_on/gate/settings'

const HERE = 'https://acme.example/sso/saml'

test.group('The gate', () => {
  test('examines responses, metadata and messages of log-out in a thread', async ({
    assert,
    cleanup,
  }) => {
    const gate = new Gate()
    cleanup(() => gate.close())
    const provider = await TestIdentityProvider.make()
    const settings: GateSettings = {
      entityId: `${HERE}/metadata`,
      acsUrl: `${HERE}/acs`,
      sloUrl: `${HERE}/slo`,
      provider: { entityId: provider.entityId, certificates: [provider.certificate] },
      decryptionKeys: [],
      skewMs: 60_000,
      allowsUnsolicited: true,
      wantsBothSigned: false,
      wantsEncryption: false,
    }
    const terms = { audience: settings.entityId, acsUrl: settings.acsUrl }
    const { result, fault } = await gate.response(provider.response(terms), settings)
    assert.isUndefined(fault)
    assert.equal(result?.nameId, 'ann@corp.example')
    const forged = provider.response({ ...terms, sign: 'none' })
    assert.equal((await gate.response(forged, settings)).fault?.code, 'E_UNSIGNED')
    assert.equal((await gate.metadata(provider.metadata())).result?.entityId, provider.entityId)
    assert.equal((await gate.metadata('<a/>')).fault?.code, 'E_SCHEMA')
    const rawQuery = 'SAMLRequest=abcd'
    const logout = { binding: 'redirect', rawQuery, field: 'SAMLRequest' } as const
    assert.equal((await gate.logout(logout, settings)).fault?.code, 'E_UNSIGNED')
    // everything that a form can hold is a message
    for (const odd of [undefined, null, {}, [], 7, base64('\0')])
      assert.isDefined((await gate.response(odd, settings)).fault)
  })
})
