import { test } from '@japa/runner'
import { examineResponse } from '#app/single_sign_on/gate/response'
import { selfSigned, type KeyAndCertificate } from '#app/single_sign_on/self_signed'
import {
  base64,
  iso,
  newXmlId,
  signedXml,
  TestIdentityProvider,
  type ResponseTerms,
} from '#tests/support/identity_provider'
import { hostileMessages } from '#tests/support/hostile_messages'
import type { GateSettings } from '#app/single_sign_on/gate/settings'

const HERE = 'https://acme.example/sso/saml'
const REQUEST = '_request-1'
const NOW = Date.parse('2026-03-01T12:00:00Z')
const MINUTE = 60_000

let provider: TestIdentityProvider
let second: KeyAndCertificate
let stranger: KeyAndCertificate
let ours: KeyAndCertificate

test.group('A response of an identity provider', (group) => {
  group.setup(async () => {
    // the library tells why it could not decrypt
    const { error } = console
    console.error = () => {}
    ;[provider, second, stranger, ours] = await Promise.all([
      TestIdentityProvider.make(),
      selfSigned('second'),
      selfSigned('stranger'),
      selfSigned('ours'),
    ])
    return () => {
      console.error = error
    }
  })

  test('lets in by a signed assertion, a signed message or both, with either certificate', async ({
    assert,
  }) => {
    for (const sign of ['assertion', 'response', 'both'] as const)
      for (const by of [provider.own, second])
        for (const keyInfo of [undefined, false] as const)
          assert.isUndefined(await fault({ sign, by, keyInfo }), `${sign} ${keyInfo}`)
    const { result } = await examine({ attributes: { groups: ['a', 'b'], mail: ['x@y.z'] } })
    assert.equal(result?.nameId, 'ann@corp.example')
    assert.equal(result?.sessionIndex, 'session-1')
    assert.equal(result?.inResponseTo, REQUEST)
    assert.deepEqual(result?.attributes, [
      { name: 'groups', friendlyName: null, values: ['a', 'b'] },
      { name: 'mail', friendlyName: null, values: ['x@y.z'] },
    ])
  })

  test('lets in by SHA-512 and by RSA-PSS, with a declaration, a byte order mark, and broken lines', async ({
    assert,
  }) => {
    const sha512 = {
      signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
      digest: 'http://www.w3.org/2001/04/xmlenc#sha512',
    }
    const pss = { signature: 'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1' }
    assert.isUndefined(await fault({ algorithms: sha512 }))
    assert.isUndefined(await fault({ algorithms: pss }))
    const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'
    assert.isUndefined(await fault({ changeMessage: (xml) => declaration + xml }))
    assert.isUndefined(await fault({ changeMessage: (xml) => `\uFEFF${xml}` }))
    const message = response().replaceAll(/(.{76})/g, '$1\r\n')
    assert.isUndefined((await examineResponse(message, settings(), NOW)).fault)
  })

  test('lets in by an encrypted assertion, whichever of our keys it is for', async ({ assert }) => {
    for (const sign of ['assertion', 'response', 'both'] as const)
      for (const cipher of ['aes-256-gcm', 'aes-128-cbc'] as const) {
        const terms = { sign, encryptFor: ours.certificate, encryption: { cipher } }
        assert.isUndefined(await fault(terms), `${sign} ${cipher}`)
      }
    for (const digest of [undefined, 'sha1'] as const) {
      const encryption = { keyUri: 'http://www.w3.org/2009/xmlenc11#rsa-oaep', digest }
      assert.isUndefined(await fault({ encryptFor: ours.certificate, encryption }), digest)
    }
    const [old, newer] = ['2001/04/xmlenc#rsa-oaep-mgf1p', '2009/xmlenc11#rsa-oaep']
    for (const [name, digest, mask] of [
      // as the standard has it, and as libraries on OpenSSL write it
      [old, 'sha256', 'sha1'],
      [old, 'sha256', undefined],
      [old, 'sha512', 'sha1'],
      [newer, 'sha256', 'sha1'],
      [newer, 'sha256', undefined],
      [newer, 'sha256', 'sha256'],
      [newer, 'sha1', 'sha256'],
      [newer, 'sha512', 'sha256'],
    ] as const) {
      const keyUri = `http://www.w3.org/${name}`
      for (const label of [undefined, 'a label']) {
        const encryption = { keyUri, digest, mask, label }
        const found = await fault({ encryptFor: ours.certificate, encryption })
        assert.isUndefined(found, `${name} ${digest} ${mask} ${label}`)
      }
    }
    const keys = [stranger.privateKey, ours.privateKey]
    const { fault: none, result } = await examine(
      { encryptFor: ours.certificate },
      { decryptionKeys: keys }
    )
    assert.isUndefined(none)
    assert.isTrue(result?.isEncrypted)
  })

  test('lets in by clocks that differ by a minute, and not by more', async ({ assert }) => {
    assert.isUndefined(await fault({ notBefore: iso(NOW + 59_000) }))
    assert.isUndefined(await fault({ notOnOrAfter: iso(NOW - 59_000) }))
    assert.isUndefined(await fault({ confirmedUntil: iso(NOW - 59_000) }))
    assert.isUndefined(await fault({ notBefore: null }))
    assert.equal(await fault({ notBefore: iso(NOW + 61_000) }), 'assertion E_NOT_BEFORE')
    assert.equal(await fault({ notOnOrAfter: iso(NOW - 61_000) }), 'assertion E_EXPIRED')
    assert.equal(await fault({ confirmedUntil: iso(NOW - 61_000) }), 'assertion E_EXPIRED')
    assert.equal(await fault({ sessionUntil: iso(NOW - 61_000) }), 'session E_SESSION')
    for (const age of [-12 * MINUTE, 12 * MINUTE])
      assert.equal(await fault({ issueInstant: iso(NOW + age) }), 'response E_ISSUE_INSTANT')
    for (const text of ['2026-03-01T12:03:00', '2026-03-01T13:03:00+01:00', 'tomorrow'])
      assert.match((await fault({ notOnOrAfter: text }))!, /E_EXPIRED|E_SCHEMA/)
  })

  test('is refused without a signature, and with that of a stranger', async ({ assert }) => {
    assert.equal(await fault({ sign: 'none' }), 'signature E_UNSIGNED')
    for (const sign of ['assertion', 'response', 'both'] as const) {
      assert.equal(await fault({ sign, by: stranger }), 'signature E_SIGNATURE')
      assert.equal(await fault({ sign, by: stranger, keyInfo: false }), 'signature E_SIGNATURE')
      const disguised = { sign, by: stranger, keyInfo: provider.certificate }
      assert.equal(await fault(disguised), 'signature E_SIGNATURE')
    }
  })

  test('is refused once a signed part was changed, even when the other signature holds', async ({
    assert,
  }) => {
    const change = (xml: string) => xml.replace('ann@corp.example', 'eve@corp.example')
    for (const sign of ['assertion', 'response', 'both'] as const)
      assert.equal(await fault({ sign, changeMessage: change }), 'signature E_SIGNATURE')
    const later = (xml: string) => xml.replace(iso(NOW), iso(NOW + 1_000)) // the message's own time: the assertion's signature holds
    assert.equal(await fault({ sign: 'both', changeMessage: later }), 'signature E_SIGNATURE')
  })

  test('is refused with algorithms that are not on the list', async ({ assert }) => {
    const codes: [ResponseTerms['algorithms'], string][] = [
      [{ signature: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }, 'E_SIGALG'],
      [{ signature: 'http://www.w3.org/2000/09/xmldsig#hmac-sha1' }, 'E_SIGALG'],
      [{ digest: 'http://www.w3.org/2000/09/xmldsig#sha1' }, 'E_DIGALG'],
      [{ canonicalisation: 'http://www.w3.org/2001/10/xml-exc-c14n#WithComments' }, 'E_C14N'],
      [{ transforms: ['http://www.w3.org/2001/10/xml-exc-c14n#'] }, 'E_TRANSFORMS'],
      [
        {
          transforms: [
            'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
            'http://www.w3.org/TR/1999/REC-xslt-19991116',
          ],
        },
        'E_TRANSFORMS',
      ],
    ]
    for (const [algorithms, code] of codes)
      assert.equal(await fault({ algorithms }), `shape ${code}`)
  })

  test('is refused when the signed assertion stands elsewhere', async ({ assert }) => {
    const evil = (signed: string) =>
      signed
        .replace(/<ds:Signature [\s\S]*<\/ds:Signature>/, '')
        .replace('ann@corp.example', 'eve@corp.example')
        .replace(/ ID="[^"]+"/, ` ID="${newXmlId()}"`)
    const signatureOf = (signed: string) => /<ds:Signature [\s\S]*<\/ds:Signature>/.exec(signed)![0]
    const wraps: Record<string, (signed: string) => string> = {
      'before another': (signed) => signed + evil(signed),
      'behind another': (signed) => evil(signed) + signed,
      'in the extensions': (signed) =>
        `<samlp:Extensions>${signed}</samlp:Extensions>${evil(signed)}`,
      'in the advice': (signed) =>
        evil(signed).replace(
          '</saml:Conditions>',
          `</saml:Conditions><saml:Advice>${signed}</saml:Advice>`
        ),
      'in an object of the signature': (signed) =>
        evil(signed).replace(
          '</saml:Issuer>',
          `</saml:Issuer>${signatureOf(signed).replace('</ds:Signature>', `<ds:Object>${signed}</ds:Object></ds:Signature>`)}`
        ),
      'in the confirmation': (signed) =>
        evil(signed).replace(
          '</saml:SubjectConfirmationData>',
          `${signed}</saml:SubjectConfirmationData>`
        ),
      'in a value': (signed) =>
        evil(signed).replace(
          '</saml:Assertion>',
          `<saml:AttributeStatement><saml:Attribute Name="a"><saml:AttributeValue>${signed}</saml:AttributeValue></saml:Attribute></saml:AttributeStatement></saml:Assertion>`
        ),
      'under the same id': (signed) =>
        evil(signed).replace(/ ID="[^"]+"/, / ID="[^"]+"/.exec(signed)![0]) + signed,
      'with its signature on another': (signed) =>
        evil(signed).replace('</saml:Issuer>', `</saml:Issuer>${signatureOf(signed)}`),
    }
    for (const [name, changeSigned] of Object.entries(wraps)) {
      const { result, fault: found } = await examine({ changeSigned })
      assert.isUndefined(result, name)
      assert.match(String(found?.check), /^(schema|shape)$/, name)
    }
    const wrapped = response().toString()
    const inner = Buffer.from(wrapped, 'base64').toString()
    const whole = inner.replace('</samlp:Response>', `${inner}</samlp:Response>`)
    const { fault: nested } = await examineResponse(base64(whole), settings(), NOW)
    assert.match(String(nested?.check), /^(schema|shape)$/)
  })

  test('is refused with a DTD, an instruction, a comment or a CDATA section, wherever it is', async ({
    assert,
  }) => {
    const dtd = '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
    assert.equal(await fault({ changeMessage: (xml) => dtd + xml }), 'markup E_DTD')
    const inName = (mark: string) => (xml: string) =>
      xml.replace('ann@corp.example', `ann@corp.example${mark}.evil.example`)
    assert.equal(await fault({ changeMessage: inName('<!-- -->') }), 'markup E_COMMENT')
    assert.equal(await fault({ changeMessage: inName('<?p x?>') }), 'markup E_PI')
    assert.equal(await fault({ changeMessage: inName('<![CDATA[x]]>') }), 'markup E_CDATA')
    const latin = '<?xml version="1.0" encoding="ISO-8859-1"?>'
    assert.equal(await fault({ changeMessage: (xml) => latin + xml }), 'markup E_DECLARATION')
    for (const mark of ['<!-- -->', '<?p x?>', dtd]) {
      const hidden = { encryptFor: ours.certificate, changeSigned: inName(mark) }
      assert.equal(await fault(hidden), 'signature E_DECRYPT_OR_SIGNATURE')
    }
  })

  test('is refused when it is no base64, no UTF-8, no XML, or too much of it', async ({
    assert,
  }) => {
    const whole = async (message: unknown) => {
      const { fault: found } = await examineResponse(message, settings(), NOW)
      return `${found?.check} ${found?.code}`
    }
    assert.equal(await whole(undefined), 'encoding E_MISSING')
    assert.equal(await whole(['a', 'b']), 'encoding E_MISSING')
    assert.equal(await whole('%%%'), 'encoding E_BASE64')
    assert.equal(await whole('abc'), 'encoding E_BASE64')
    assert.equal(await whole('A'.repeat(300_000)), 'encoding E_SIZE')
    assert.equal(
      await whole(Buffer.from([0x3c, 0xff, 0xfe]).toString('base64')),
      'characters E_UTF8'
    )
    assert.equal(await whole(base64('hello')), 'xml E_XML')
    assert.equal(await whole(base64('<a><b></a>')), 'xml E_XML')
    assert.equal(await whole(base64('<a>'.repeat(40) + '</a>'.repeat(40))), 'size E_DEPTH')
    assert.equal(await whole(base64(`<a>${'<b/>'.repeat(1_500)}</a>`)), 'size E_NODES')
    const attributes = Array.from({ length: 40 }, (_, n) => `a${n}="1"`).join(' ')
    assert.equal(await whole(base64(`<a ${attributes}/>`)), 'size E_ATTRIBUTES')
    const many = `<b ${Array.from({ length: 30 }, (_, n) => `a${n}="1"`).join(' ')}/>`
    assert.equal(await whole(base64(`<a>${many.repeat(134)}</a>`)), 'size E_ATTRIBUTES')
    const namespace = `urn:${'n'.repeat(300)}`
    for (const name of ['xmlns', 'xmlns:n', 'xmlns : n'])
      assert.equal(await whole(base64(`<a b="1" ${name}="${namespace}"/>`)), 'size E_NAMESPACE')
    assert.equal(await whole(base64(`<a xmlnsb="${namespace}"/>`)), 'schema E_SCHEMA')
    assert.equal(await whole(base64('<a xmlns="urn:x"/>')), 'schema E_SCHEMA')
    assert.match(
      await whole(base64(provider.logoutXml('LogoutRequest', { destination: HERE }))),
      /E_ROOT/
    )
  })

  test('is refused when it would have us canonicalise too much', async ({ assert }) => {
    const withPrefixes = (list: string) => (xml: string) =>
      xml.replace(
        '</ds:Transform></ds:Transforms>',
        `<ec:InclusiveNamespaces xmlns:ec="http://www.w3.org/2001/10/xml-exc-c14n#" PrefixList="${list}"/></ds:Transform></ds:Transforms>`
      )
    const many = { changeSigned: withPrefixes('a '.repeat(101)) }
    assert.equal(await fault(many), 'shape E_TRANSFORMS')
    assert.equal(await fault({ changeSigned: withPrefixes('a') }), 'signature E_SIGNATURE')
  })

  test('is let in by canonical text that names prefixes, as Okta and Shibboleth sign', async ({
    assert,
  }) => {
    const prefixes = 'xs'
    const xs = 'http://www.w3.org/2001/XMLSchema'
    const changeAssertion = (xml: string) => xml.replace(' ID=', ` xmlns:xs="${xs}" ID=`)
    assert.isUndefined(await fault({ changeAssertion, algorithms: { prefixes } }))
    assert.equal(await fault({ changeAssertion }), 'signature E_SIGNATURE')
  })

  test('is refused whatever strangers and members fill it with', async ({ assert }) => {
    const stage = { encryptFor: ours.certificate, respond: response }
    const messages = hostileMessages({ ...stage, bytes: 96 * 1024, elements: 1_500 })
    for (const [name, message] of Object.entries(messages)) {
      const { result, fault: found } = await examineResponse(message, settings(), NOW)
      if (name.endsWith('by the provider') || name === 'certificates') continue
      assert.isUndefined(result, name)
      assert.notEqual(found?.code, 'E_UNREADABLE', name)
    }
  })

  test('is refused when it is for somebody else', async ({ assert }) => {
    const other = 'https://other.example/sso/saml'
    assert.equal(await fault({ audiences: [[`${other}/metadata`]] }), 'assertion E_AUDIENCE')
    assert.equal(await fault({ audiences: null }), 'assertion E_AUDIENCE')
    const two = [[`${HERE}/metadata`], [`${other}/metadata`]]
    assert.equal(await fault({ audiences: two }), 'assertion E_AUDIENCE')
    assert.isUndefined(await fault({ audiences: [[`${other}/metadata`, `${HERE}/metadata`]] }))
    assert.equal(await fault({ audiences: [[`${HERE}/metadata/`]] }), 'assertion E_AUDIENCE')
    assert.equal(await fault({ audiences: [[`${HERE}/METADATA`]] }), 'assertion E_AUDIENCE')
    assert.equal(await fault({ recipient: `${other}/acs` }), 'assertion E_RECIPIENT')
    assert.equal(await fault({ recipient: null }), 'assertion E_RECIPIENT')
    assert.equal(await fault({ destination: `${other}/acs` }), 'response E_DESTINATION')
    assert.equal(await fault({ destination: null, sign: 'response' }), 'response E_DESTINATION')
    assert.isUndefined(await fault({ destination: null }))
    assert.equal(await fault({ issuer: 'https://evil.example' }), 'assertion E_ISSUER')
    assert.equal(
      await fault({ responseIssuer: 'https://evil.example' }),
      'response E_RESPONSE_ISSUER'
    )
    assert.isUndefined(await fault({ responseIssuer: null }))
  })

  test('is refused unless it says everything that it has to', async ({ assert }) => {
    const failed = 'urn:oasis:names:tc:SAML:2.0:status:Responder'
    assert.equal(await fault({ status: failed }), 'response E_STATUS')
    assert.equal(await fault({ version: '1.1' }), 'response E_VERSION')
    assert.equal(await fault({ assertionVersion: '1.1' }), 'assertion E_VERSION')
    assert.equal(await fault({ nameId: null }), 'assertion E_NAMEID')
    assert.equal(await fault({ nameId: '' }), 'assertion E_NAMEID')
    assert.match((await fault({ subject: false }))!, /E_NO_SUBJECT|E_SCHEMA/)
    assert.equal(await fault({ conditions: false }), 'assertion E_NO_CONDITIONS')
    assert.equal(await fault({ notOnOrAfter: null }), 'assertion E_EXPIRED')
    assert.equal(await fault({ confirmedUntil: null }), 'assertion E_EXPIRED')
    assert.equal(
      await fault({ confirmationNotBefore: iso(NOW - MINUTE) }),
      'assertion E_CONFIRMATION'
    )
    assert.equal(await fault({ authnStatement: false }), 'session E_NO_AUTHN')
    const holder = 'urn:oasis:names:tc:SAML:2.0:cm:holder-of-key'
    assert.equal(await fault({ methods: [holder] }), 'assertion E_CONFIRMATION')
    assert.equal(await fault({ methods: [] }), 'assertion E_CONFIRMATION')
    const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
    assert.equal(await fault({ methods: [bearer, bearer] }), 'assertion E_CONFIRMATION')
  })

  test('counts as an answer by what was signed', async ({ assert }) => {
    assert.equal(
      await fault({ inResponseTo: null, outerInResponseTo: REQUEST }),
      'in_response_to E_IN_RESPONSE_TO'
    )
    assert.equal(await fault({ outerInResponseTo: '_other' }), 'in_response_to E_IN_RESPONSE_TO')
    assert.isUndefined(await fault({ outerInResponseTo: null }))
    assert.equal(await fault({ inResponseTo: null }), 'in_response_to E_UNSOLICITED')
    const { result } = await examine({ inResponseTo: null }, { allowsUnsolicited: true })
    assert.isNull(result!.inResponseTo)
  })

  test('is refused without the signatures and the encryption that the tenant asks for', async ({
    assert,
  }) => {
    const both = { wantsBothSigned: true }
    for (const sign of ['assertion', 'response'] as const)
      assert.equal(await fault({ sign }, both), 'shape E_BOTH_SIGNED')
    assert.isUndefined(await fault({ sign: 'both' }, both))
    const encryptFor = ours.certificate
    assert.isUndefined(await fault({ sign: 'both', encryptFor }, both))
    assert.equal(
      await fault({ sign: 'response', encryptFor }, both),
      'signature E_DECRYPT_OR_SIGNATURE'
    )
    assert.equal(await fault({}, { wantsEncryption: true }), 'encryption E_NOT_ENCRYPTED')
    assert.isUndefined(await fault({ encryptFor }, { wantsEncryption: true }))
  })

  test('is refused with the same words wherever something encrypted fails', async ({ assert }) => {
    const encryptFor = ours.certificate
    const same = 'signature E_DECRYPT_OR_SIGNATURE'
    assert.equal(await fault({ encryptFor, sign: 'none' }), same)
    assert.equal(await fault({ encryptFor, by: stranger }), same)
    const unknown = (xml: string) => xml.replace('xmlenc#sha256"', 'xmldsig-more#md5"')
    const odd = { encryption: { digest: 'sha256' }, changeMessage: unknown } as const
    assert.equal(await fault({ encryptFor, ...odd }), same)
    assert.equal(await fault({ encryptFor: stranger.certificate }), same)
    const flipped = (xml: string) =>
      xml.replace(
        /(<\/ds:KeyInfo><xenc:CipherData><xenc:CipherValue>.{40})(.)/,
        (_, head, one) => head + (one === 'A' ? 'B' : 'A')
      )
    for (const cipher of ['aes-256-gcm', 'aes-128-cbc'] as const) {
      const terms = { encryptFor, encryption: { cipher }, changeMessage: flipped }
      assert.equal(await fault(terms), same)
    }
    const wrapped = (signed: string) =>
      signed.replace(
        '</saml:Conditions>',
        `</saml:Conditions><saml:Advice>${signed.replace('ann@', 'eve@')}</saml:Advice>`
      )
    assert.equal(await fault({ encryptFor, changeSigned: wrapped }), same)
  })

  test('is refused before it is decrypted by RSA 1.5 or 3DES', async ({ assert }) => {
    const encryptFor = ours.certificate
    const old = { keyUri: 'http://www.w3.org/2001/04/xmlenc#rsa-1_5' }
    assert.equal(await fault({ encryptFor, encryption: old }), 'encryption E_ENCALG')
    const des = { cipherUri: 'http://www.w3.org/2001/04/xmlenc#tripledes-cbc' }
    assert.equal(await fault({ encryptFor, encryption: des }), 'encryption E_ENCALG')
  })

  test('reads the name that was signed, letter for letter', async ({ assert }) => {
    const { result } = await examine({ nameId: 'Łukasz &amp; Söhne@corp.example' })
    assert.equal(result?.nameId, 'Łukasz & Söhne@corp.example')
    const signed = signedXml(Buffer.from(response({ sign: 'none' }), 'base64').toString(), {
      by: provider.own,
    })
    assert.isUndefined((await examineResponse(base64(signed), settings(), NOW)).fault)
  })

  test('says which checks it passed before the one that failed', async ({ assert }) => {
    const { passed } = await examine({ audiences: [['https://other.example']] })
    assert.deepEqual(passed, [
      ...['encoding', 'characters', 'markup', 'size', 'xml', 'schema', 'shape', 'encryption'],
      ...['response', 'signature'],
    ])
    const { fault: found } = await examine({ audiences: [['https://other.example']] })
    assert.equal(found?.expected, `${HERE}/metadata`)
    assert.equal(found?.received, 'https://other.example')
  })
})

function settings(changed: Partial<GateSettings> = {}): GateSettings {
  return {
    entityId: `${HERE}/metadata`,
    acsUrl: `${HERE}/acs`,
    sloUrl: `${HERE}/slo`,
    provider: {
      entityId: provider.entityId,
      certificates: [provider.certificate, second.certificate],
    },
    decryptionKeys: [ours.privateKey],
    skewMs: MINUTE,
    allowsUnsolicited: false,
    wantsBothSigned: false,
    wantsEncryption: false,
    ...changed,
  }
}

function response(terms: Partial<ResponseTerms> = {}): string {
  return provider.response({
    audience: `${HERE}/metadata`,
    acsUrl: `${HERE}/acs`,
    inResponseTo: REQUEST,
    now: NOW,
    ...terms,
  })
}

function examine(terms: Partial<ResponseTerms> = {}, changed: Partial<GateSettings> = {}) {
  return examineResponse(response(terms), settings(changed), NOW)
}

/** @returns undefined for one that lets in */
async function fault(
  terms: Partial<ResponseTerms> = {},
  changed: Partial<GateSettings> = {}
): Promise<string | undefined> {
  const { fault: found } = await examine(terms, changed)
  return found && `${found.check} ${found.code}`
}
