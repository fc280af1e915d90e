import { test } from '@japa/runner'
import { examineLogout, type LogoutInput } from '#app/single_sign_on/gate/logout'
import { selfSigned, type KeyAndCertificate } from '#app/single_sign_on/self_signed'
import { base64, iso, newXmlId, TestIdentityProvider } from '#tests/support/identity_provider'
import type { GateSettings } from '#app/single_sign_on/gate/settings'

const HERE = 'https://acme.example/sso/saml'
const SLO = `${HERE}/slo`
const NOW = Date.parse('2026-03-01T12:00:00Z')

let provider: TestIdentityProvider
let stranger: KeyAndCertificate

test.group('A message of log-out', (group) => {
  group.setup(async () => {
    ;[provider, stranger] = await Promise.all([TestIdentityProvider.make(), selfSigned('stranger')])
  })

  test('is heard by either binding when the provider signed it', async ({ assert }) => {
    const terms = { destination: SLO, now: NOW, sessionIndexes: ['s1', 's2'] }
    const xml = provider.logoutXml('LogoutRequest', terms)
    for (const input of [byPost(xml), byQuery(xml, { relayState: 'a b+c' })]) {
      const { result, fault } = await examineLogout(input, settings(), NOW)
      assert.isUndefined(fault)
      assert.equal(result?.nameId, 'ann@corp.example')
      assert.deepEqual(result?.sessionIndexes, ['s1', 's2'])
      assert.equal(result?.relayState, 'a b+c')
    }
    const answer = provider.logoutXml('LogoutResponse', {
      destination: SLO,
      now: NOW,
      inResponseTo: '_1',
    })
    const { result } = await examineLogout(
      { ...byQuery(answer), field: 'SAMLResponse' } as LogoutInput,
      settings(),
      NOW
    )
    assert.isUndefined(result)
    const { result: heard } = await examineLogout(
      {
        binding: 'redirect',
        rawQuery: provider.logoutQuery('SAMLResponse', answer),
        field: 'SAMLResponse',
      },
      settings(),
      NOW
    )
    assert.deepInclude(heard, { inResponseTo: '_1', isSuccess: true })
  })

  test('is refused unsigned, by a stranger, by SHA-1 and when it was changed', async ({
    assert,
  }) => {
    const xml = provider.logoutXml('LogoutRequest', { destination: SLO, now: NOW })
    const query = provider.logoutQuery('SAMLRequest', xml, { relayState: 'x' })
    const cases: [string, string][] = [
      [query.replace(/&Signature=.*$/, ''), 'E_UNSIGNED'],
      [query.replace(/&SigAlg=[^&]*/, ''), 'E_UNSIGNED'],
      [query.replace('RelayState=x', 'RelayState=y'), 'E_SIGNATURE'],
      [query.replace('&RelayState=x', ''), 'E_SIGNATURE'],
      [`${query}&SAMLRequest=abcd`, 'E_DUPLICATE_PARAMETER'],
      [`${query}&RelayState=y`, 'E_DUPLICATE_PARAMETER'],
      [`${query}&SAMLEncoding=urn:other`, 'E_DEFLATE'],
      [query.replace(/SAMLRequest=[^&]*/, 'SAMLRequest=%E0%A4%A'), 'E_SIGNATURE'],
      [provider.logoutQuery('SAMLRequest', xml, { by: stranger }), 'E_SIGNATURE'],
      [
        provider.logoutQuery('SAMLRequest', xml, {
          algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
        }),
        'E_SIGALG',
      ],
    ]
    for (const [rawQuery, code] of cases)
      assert.equal(await codeOf({ binding: 'redirect', rawQuery, field: 'SAMLRequest' }), code)
    const unsigned: LogoutInput = { ...byPost(xml), message: base64(xml) } as LogoutInput
    assert.equal(await codeOf(unsigned), 'E_UNSIGNED')
    assert.equal(await codeOf(byPost(xml, { by: stranger })), 'E_SIGNATURE')
    const old = { algorithms: { signature: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' } }
    assert.equal(await codeOf(byPost(xml, old)), 'E_SIGALG')
  })

  test('is refused when the signed request stands within another', async ({ assert }) => {
    const xml = provider.logoutXml('LogoutRequest', { destination: SLO, now: NOW })
    const signed = text(provider.logoutPost(xml))
    const signature = /<ds:Signature [\s\S]*<\/ds:Signature>/.exec(signed)![0]
    const evil = xml.replace('ann@', 'eve@').replace(/ ID="[^"]+"/, ` ID="${newXmlId()}"`)
    const within = (content: string) => evil.replace('</saml:Issuer>', `</saml:Issuer>${content}`)
    const wraps = [
      within(`<samlp:Extensions>${signed}</samlp:Extensions>`),
      within(
        signature.replace('</ds:Signature>', `<ds:Object>${signed}</ds:Object></ds:Signature>`)
      ),
      within(signature),
      within(signed),
      signed.replace('ann@', 'eve@'),
      evil.replace('</samlp:LogoutRequest>', `${signed}</samlp:LogoutRequest>`),
    ]
    for (const wrapped of wraps) {
      const input = { ...byPost(xml), message: base64(wrapped) } as LogoutInput
      const { result } = await examineLogout(input, settings(), NOW)
      assert.isUndefined(result, wrapped)
    }
  })

  test('is refused when it is old, for somebody else or about nobody', async ({ assert }) => {
    const of = (terms: object) =>
      byQuery(provider.logoutXml('LogoutRequest', { destination: SLO, now: NOW, ...terms }))
    assert.equal(await codeOf(of({ issuer: 'https://evil.example' })), 'E_ISSUER')
    assert.equal(await codeOf(of({ destination: `${HERE}/acs` })), 'E_DESTINATION')
    assert.equal(await codeOf(of({ destination: null })), 'E_DESTINATION')
    assert.equal(await codeOf(of({ now: NOW - 12 * 60_000 })), 'E_ISSUE_INSTANT')
    assert.equal(await codeOf(of({ notOnOrAfter: iso(NOW - 61_000) })), 'E_EXPIRED')
    assert.match(await codeOf(of({ nameId: null })), /E_NAMEID|E_SCHEMA/)
    assert.equal(await codeOf(of({ nameId: '' })), 'E_NAMEID')
    const xml = provider.logoutXml('LogoutRequest', { destination: SLO, now: NOW })
    assert.equal(await codeOf(byQuery(`<!DOCTYPE a>${xml}`)), 'E_DTD')
    assert.equal(await codeOf(byQuery(xml.replace('ann@', 'ann<!-- -->@'))), 'E_COMMENT')
    const bomb = provider.logoutQuery('SAMLRequest', 'x'.repeat(8_000_000))
    assert.equal(
      await codeOf({ binding: 'redirect', rawQuery: bomb, field: 'SAMLRequest' }),
      'E_DEFLATE'
    )
  })
})

function byPost(
  xml: string,
  options: Parameters<TestIdentityProvider['logoutPost']>[1] = {}
): LogoutInput {
  const message = provider.logoutPost(xml, options)
  return { binding: 'post', message, field: 'SAMLRequest', relayState: 'a b+c' }
}

function byQuery(xml: string, options = {}): LogoutInput {
  const rawQuery = provider.logoutQuery('SAMLRequest', xml, options)
  return { binding: 'redirect', rawQuery, field: 'SAMLRequest' }
}

async function codeOf(input: LogoutInput): Promise<string> {
  const { fault } = await examineLogout(input, settings(), NOW)
  return fault?.code ?? 'none'
}

function text(message: string): string {
  return Buffer.from(message, 'base64').toString()
}

function settings(): GateSettings {
  return {
    entityId: `${HERE}/metadata`,
    acsUrl: `${HERE}/acs`,
    sloUrl: SLO,
    provider: { entityId: provider.entityId, certificates: [provider.certificate] },
    decryptionKeys: [],
    skewMs: 60_000,
    allowsUnsolicited: false,
    wantsBothSigned: false,
    wantsEncryption: false,
  }
}
