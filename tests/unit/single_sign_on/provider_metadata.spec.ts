import { generateKeyPairSync } from 'node:crypto'
import { test } from '@japa/runner'
import { readCertificate, readProviderMetadata } from '#app/single_sign_on/gate/provider_metadata'
import { Rejection } from '#app/single_sign_on/gate/rejection'
import { selfSigned } from '#app/single_sign_on/self_signed'
import { TestIdentityProvider } from '#tests/support/identity_provider'

let provider: TestIdentityProvider
let next: string

test.group('Metadata of an identity provider', (group) => {
  group.setup(async () => {
    provider = await TestIdentityProvider.make()
    next = (await selfSigned('next')).certificate
  })

  test('name the provider, its addresses and the certificates that it signs with', ({ assert }) => {
    const read = readProviderMetadata(`<!-- made by hand -->\n${provider.metadata()}`)
    assert.deepEqual(read, {
      entityId: provider.entityId,
      certificates: [provider.certificate],
      ssoUrl: 'https://idp.example/sso',
      ssoBinding: 'redirect',
      sloUrl: 'https://idp.example/slo',
      sloResponseUrl: null,
      sloBinding: 'redirect',
      wantsSignedRequests: false,
    })
  })

  test('give both certificates while they are exchanged, and none that only encrypts', ({
    assert,
  }) => {
    const xml = provider.metadata()
    const key = /<md:KeyDescriptor[\s\S]*<\/md:KeyDescriptor>/.exec(xml)![0]
    const other = key.replace(provider.certificate, next)
    const withKeys = (...keys: string[]) => readProviderMetadata(xml.replace(key, keys.join('')))
    const withoutUse = (text: string) => text.replace(' use="signing"', '')
    const both = [provider.certificate, next]
    assert.deepEqual(withKeys(key, other).certificates, both)
    assert.deepEqual(withKeys(withoutUse(key), withoutUse(other)).certificates, both)
    assert.deepEqual(withKeys(withoutUse(key), other).certificates, both)
    const encryption = key.replace('use="signing"', 'use="encryption"')
    assert.throws(() => withKeys(encryption), 'E_METADATA_NO_CERTIFICATE')
    assert.deepEqual(withKeys(encryption, other).certificates, [next])
  })

  test('are refused when they are of many, of none, or no metadata', ({ assert }) => {
    const xml = provider.metadata()
    const many = `<md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata">${xml}${xml.replace(provider.entityId, 'https://b.example')}</md:EntitiesDescriptor>`
    assert.throws(() => readProviderMetadata(many), 'E_METADATA_ENTITIES')
    assert.throws(() => readProviderMetadata('<a/>'), 'E_SCHEMA')
    assert.throws(() => readProviderMetadata('nothing'), 'E_XML')
    assert.throws(() => readProviderMetadata(`<!DOCTYPE a>${xml}`), 'E_DTD')
    assert.throws(() => readProviderMetadata(' '.repeat(600_000)), 'E_SIZE')
    const script = xml.replace('https://idp.example/sso', 'javascript:alert(1)')
    assert.throws(() => readProviderMetadata(script), 'E_METADATA_ADDRESS')
  })

  test('are refused with a key that is too short or not of RSA', ({ assert }) => {
    assert.throws(() => readCertificate('hello'), 'E_CERTIFICATE')
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const spki = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
    assert.throws(() => readCertificate(spki), 'E_CERTIFICATE')
    try {
      readCertificate('!')
    } catch (error) {
      assert.instanceOf(error, Rejection)
    }
  })
})
