import { createHmac, createPublicKey } from 'node:crypto'
import { test } from '@japa/runner'
import { examineResponse } from '#app/single_sign_on/gate/response'
import type { GateSettings } from '#app/single_sign_on/gate/settings'
import { selfSigned, type KeyAndCertificate } from '#app/single_sign_on/self_signed'
import {
  base64,
  iso,
  pemOf,
  TestIdentityProvider,
  type ResponseTerms,
} from '#tests/support/identity_provider'

const HERE = 'https://acme.example/sso/saml'
const ACS = `${HERE}/acs`
const AUDIENCE = `${HERE}/metadata`
const REQUEST = '_request-1'
const NOW = Date.parse('2026-03-01T12:00:00Z')
const ANN = 'ann@corp.example'
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
const STATUS = 'urn:oasis:names:tc:SAML:2.0:status:'
const SIGNATURE = /<ds:Signature [\s\S]*?<\/ds:Signature>/

type Terms = Partial<ResponseTerms>
type Change = (xml: string) => string

let provider: TestIdentityProvider
let second: KeyAndCertificate
let stranger: KeyAndCertificate
let ours: KeyAndCertificate

const put = (before: string | RegExp, text: string) => (xml: string) =>
  xml.replace(before, (found) => text + found)
const swap = (from: string | RegExp, to: string) => (xml: string) => xml.replace(from, () => to)
const drop = (what: string | RegExp) => swap(what, '')
const inAssertion = (changeAssertion: Change): Terms => ({ changeAssertion })
const afterwards = (changeMessage: Change): Terms => ({ changeMessage })
const renamed = (prefix: string) => (xml: string) =>
  xml
    .replaceAll('<saml:', prefix ? `<${prefix}:` : '<')
    .replaceAll('</saml:', prefix ? `</${prefix}:` : '</')
    .replaceAll('xmlns:saml=', prefix ? `xmlns:${prefix}=` : 'xmlns=')

/** What providers may send, and some do. */
const ACCEPTED: Record<string, () => Terms> = {
  'a prefix that nobody uses': () => inAssertion(renamed('zz9')),
  'no prefix at all': () => inAssertion(renamed('')),
  'no prefix at all, signed as a message': () => ({
    sign: 'response',
    changeAssertion: renamed(''),
  }),
  'the same namespace declared again': () =>
    afterwards(
      swap('<saml:Subject>', '<saml:Subject xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">')
    ),
  'a declaration with single quotes': () =>
    afterwards((xml) => `<?xml version='1.0' encoding='utf-8' standalone='yes'?>\r\n${xml}\n`),
  'single quotes and white space within tags': () =>
    afterwards((xml) => xml.replace(/ Version="2.0">/g, " Version='2.0'\n>")),
  'a byte order mark': () => afterwards((xml) => `\uFEFF${xml}`),
  'a letter of the name as a reference': () => afterwards(swap('ann@', 'ann&#x40;')),
  'only the assertion signed, and no destination': () => ({ destination: null }),
  'only the assertion signed, and an empty destination': () => ({ destination: '' }),
  'only the message signed': () => ({ sign: 'response' }),
  'both signed': () => ({ sign: 'both' }),
  'no issuer of the message': () => ({ responseIssuer: null }),
  'no answer named outside': () => ({ outerInResponseTo: null }),
  'the second certificate': () => ({ by: second }),
  'no key named': () => ({ keyInfo: false }),
  'a key named by its value': () =>
    afterwards(
      swap(
        /<ds:X509Data>[\s\S]*?<\/ds:X509Data>/,
        `<ds:KeyValue><ds:RSAKeyValue><ds:Modulus>AQAB</ds:Modulus><ds:Exponent>AQAB</ds:Exponent></ds:RSAKeyValue></ds:KeyValue>`
      )
    ),
  'its certificate behind that of the authority': () =>
    afterwards(
      put(
        '<ds:X509Certificate>',
        `<ds:X509Certificate>${stranger.certificate}</ds:X509Certificate>`
      )
    ),
  'its certificate in lines': () =>
    afterwards((xml) =>
      xml.replace(provider.certificate, provider.certificate.replaceAll(/(.{64})/g, '$1\n'))
    ),
  'the message signed without a canonicalisation among the transforms': () => ({
    sign: 'response',
    algorithms: { transforms: [ENVELOPED] },
  }),
  'prefixes for canonical text that are not there': () => ({
    algorithms: { prefixes: 'xs xsi' },
  }),
  'no NotBefore': () => ({ notBefore: null }),
  'a NotBefore half a minute ahead': () => ({ notBefore: iso(NOW + 30_000) }),
  'times without fractions': () => ({ notOnOrAfter: '2026-03-01T12:05:00Z' }),
  'times with seven digits behind the second': () => ({
    notBefore: '2026-03-01T11:59:00.1234567Z',
    notOnOrAfter: '2026-03-01T12:05:00.1234567Z',
  }),
  'an end that never comes': () => ({ notOnOrAfter: '9999-12-31T23:59:59.9999999Z' }),
  'a session that ended within the minute': () => ({ sessionUntil: iso(NOW - 30_000) }),
  'us among several audiences': () => ({ audiences: [['urn:other', AUDIENCE, 'urn:third']] }),
  'us in each of two restrictions': () => ({ audiences: [[AUDIENCE], ['urn:other', AUDIENCE]] }),
  'a condition that it is used once': () =>
    inAssertion(put('</saml:Conditions>', '<saml:OneTimeUse></saml:OneTimeUse>')),
  'a condition for proxies': () =>
    inAssertion(
      put('</saml:Conditions>', '<saml:ProxyRestriction Count="0"></saml:ProxyRestriction>')
    ),
  'a confirmation of another kind beside ours': () => ({
    methods: ['urn:oasis:names:tc:SAML:2.0:cm:sender-vouches', BEARER],
  }),
  'the address of the browser': () =>
    inAssertion(
      swap('<saml:SubjectConfirmationData ', '<saml:SubjectConfirmationData Address="192.0.2.7" ')
    ),
  'a name without a format': () => inAssertion(drop(/ Format="[^"]+"/)),
  'a name that is unspecified': () =>
    inAssertion(
      swap(/ Format="[^"]+"/, ' Format="urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified"')
    ),
  'a name with qualifiers': () =>
    inAssertion(
      swap(
        /<saml:NameID Format="[^"]+">/,
        '<saml:NameID NameQualifier="https://idp.example/metadata" SPNameQualifier="urn:us">'
      )
    ),
  'two statements of authentication': () =>
    inAssertion((xml) => {
      const [statement] = /<saml:AuthnStatement [\s\S]*<\/saml:AuthnStatement>/.exec(xml)!
      return xml.replace(statement, statement + statement.replace('session-1', 'session-2'))
    }),
  'no session index': () => inAssertion(drop(/ SessionIndex="[^"]+"/)),
  'where the person was': () =>
    inAssertion(
      put(
        '<saml:AuthnContext>',
        '<saml:SubjectLocality Address="192.0.2.7"></saml:SubjectLocality>'
      )
    ),
  'a context by declaration': () =>
    inAssertion(
      swap(
        /<saml:AuthnContextClassRef>[^<]+<\/saml:AuthnContextClassRef>/,
        '<saml:AuthnContextDeclRef>urn:x</saml:AuthnContextDeclRef>'
      )
    ),
  'several values of an attribute, one of them empty': () => ({
    attributes: { groups: ['a', '', 'b'], nothing: [] },
  }),
  'values that say their type': () => ({
    attributes: { mail: ['x'] },
    changeAssertion: swap(
      '<saml:AttributeValue>',
      '<saml:AttributeValue xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xs:string">'
    ),
    algorithms: { prefixes: 'xs' },
  }),
  'a value that is an element': () => ({
    attributes: { id: ['x'] },
    changeAssertion: swap(
      '<saml:AttributeValue>x',
      '<saml:AttributeValue><saml:NameID>x</saml:NameID>'
    ),
  }),
  'names of attributes that are words of JavaScript': () => ({
    attributes: { __proto__x: ['x'], constructor: ['x'], toString: ['x'] },
  }),
  '150 groups': () => ({
    attributes: { groups: Array.from({ length: 150 }, (_, n) => `a group of people ${n}`) },
  }),
  'a message to the status': () =>
    afterwards(put('</samlp:Status>', '<samlp:StatusMessage>fine</samlp:StatusMessage>')),
  'a second status within success': () =>
    afterwards(
      swap(
        /(<samlp:StatusCode Value="[^"]+">)/,
        `<samlp:StatusCode Value="${STATUS}Success"><samlp:StatusCode Value="urn:x"/>`
      )
    ),
  'a consent': () =>
    afterwards(
      swap(' Destination=', ' Consent="urn:oasis:names:tc:SAML:2.0:consent:obtained" Destination=')
    ),
  'an encrypted assertion whose key stands beside it': () => ({
    encryptFor: ours.certificate,
    changeMessage: (xml) => {
      const [key] = /<xenc:EncryptedKey>[\s\S]*<\/xenc:EncryptedKey>/.exec(xml)!
      const apart = key.replace(
        '<xenc:EncryptedKey>',
        '<xenc:EncryptedKey xmlns:xenc="http://www.w3.org/2001/04/xmlenc#" Id="_key">'
      )
      return xml
        .replace(
          key,
          '<ds:RetrievalMethod Type="http://www.w3.org/2001/04/xmlenc#EncryptedKey" URI="#_key"/>'
        )
        .replace('</saml:EncryptedAssertion>', `${apart}</saml:EncryptedAssertion>`)
    },
  }),
}

/** By whom, and for what, each is refused: the check. Nothing here is refused because we failed. */
const REFUSED: Record<string, [string, () => Terms]> = {
  'two names': [
    'schema',
    () =>
      inAssertion(put('<saml:SubjectConfirmation ', '<saml:NameID>eve@corp.example</saml:NameID>')),
  ],
  'a name of elements': ['schema', () => inAssertion(swap(ANN, `<saml:X>${ANN}</saml:X>`))],
  'a name of white space': ['assertion', () => ({ nameId: ' \n ' })],
  'a name longer than any': ['assertion', () => ({ nameId: 'a'.repeat(1_001) })],
  'a name that is encrypted': [
    'schema',
    () =>
      inAssertion(
        swap(/<saml:NameID[\s\S]*<\/saml:NameID>/, '<saml:EncryptedID></saml:EncryptedID>')
      ),
  ],
  'its name changed by one letter': ['signature', () => afterwards(swap('ann@', 'bnn@'))],
  'its name in another case': ['signature', () => afterwards(swap('ann@', 'Ann@'))],
  'an attribute added': [
    'signature',
    () =>
      afterwards(
        put(
          '</saml:Assertion>',
          '<saml:AttributeStatement><saml:Attribute Name="groups"><saml:AttributeValue>admins</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>'
        )
      ),
  ],
  'white space added to what is signed': [
    'signature',
    () => afterwards(swap('<saml:Subject>', '<saml:Subject> ')),
  ],
  'its own namespace for another': [
    'schema',
    () => afterwards(swap('<saml:Subject>', '<saml:Subject xmlns:saml="urn:evil">')),
  ],
  'an entity that is not declared': ['xml', () => afterwards(swap('ann@', '&ann;@'))],
  'a DTD without a subset': ['markup', () => afterwards((xml) => `<!DOCTYPE Response>${xml}`)],
  'a DTD from elsewhere': [
    'markup',
    () => afterwards((xml) => `<!DOCTYPE r SYSTEM "http://127.0.0.1/x.dtd">${xml}`),
  ],
  'a DTD with a parameter': [
    'markup',
    () => afterwards((xml) => `<!DOCTYPE r [<!ENTITY % p SYSTEM "http://127.0.0.1/x"> %p;]>${xml}`),
  ],
  'a DTD with default attributes': [
    'markup',
    () => afterwards((xml) => `<!DOCTYPE r [<!ATTLIST Assertion ID ID #IMPLIED>]>${xml}`),
  ],
  'a DTD of laughs': [
    'markup',
    () => afterwards((xml) => `<!DOCTYPE r [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>${xml}`),
  ],
  'a comment between elements': ['markup', () => afterwards(put('<saml:Subject>', '<!-- -->'))],
  'a comment at the end': ['markup', () => afterwards((xml) => `${xml}<!-- -->`)],
  'an instruction for style': [
    'markup',
    () => afterwards((xml) => `<?xml-stylesheet href="x"?>${xml}`),
  ],
  'a declaration of UTF-16': [
    'markup',
    () => afterwards((xml) => `<?xml version="1.0" encoding="UTF-16"?>${xml}`),
  ],
  'a declaration of UTF-7': [
    'markup',
    () => afterwards((xml) => `<?xml version="1.0" encoding="UTF-7"?>${xml}`),
  ],
  'XML 1.1': ['markup', () => afterwards((xml) => `<?xml version="1.1"?>${xml}`)],
  'a second root': ['xml', () => afterwards((xml) => `${xml}<a/>`)],
  'text behind the root': ['schema', () => afterwards((xml) => `${xml}x`)],
  'text before the root': ['xml', () => afterwards((xml) => `x${xml}`)],
  'an attribute given twice': [
    'xml',
    () => afterwards(swap(' Version=', ' Version="2.0" Version=')),
  ],
  'a part that is included': [
    'schema',
    () =>
      afterwards(
        put(
          '</samlp:Response>',
          '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///etc/passwd"/>'
        )
      ),
  ],
  'no assertion': ['shape', () => afterwards(drop(/<saml:Assertion [\s\S]*<\/saml:Assertion>/))],
  'two assertions': [
    'shape',
    () => ({ changeSigned: (xml) => xml + xml.replaceAll(/ID="_/g, 'ID="_b') }),
  ],
  'an assertion beside an encrypted one': [
    'shape',
    () => ({
      encryptFor: ours.certificate,
      changeMessage: put(
        '</samlp:Response>',
        '<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"><xenc:EncryptedData xmlns:xenc="http://www.w3.org/2001/04/xmlenc#"><xenc:CipherData><xenc:CipherValue>AAAA</xenc:CipherValue></xenc:CipherData></xenc:EncryptedData></saml:EncryptedAssertion>'
      ),
    }),
  ],
  'extensions': [
    'shape',
    () =>
      afterwards(put('<samlp:Status>', '<samlp:Extensions><a xmlns="urn:a"/></samlp:Extensions>')),
  ],
  'advice': [
    'shape',
    () => inAssertion(put('<saml:AuthnStatement ', '<saml:Advice></saml:Advice>')),
  ],
  'the same id on two elements': [
    'schema',
    () => ({
      changeSigned: (xml) =>
        xml.replace('<ds:SignedInfo>', `<ds:SignedInfo Id="${/ ID="([^"]+)"/.exec(xml)![1]}">`),
    }),
  ],
  'another root around it': [
    'schema',
    () => afterwards((xml) => xml.replaceAll('samlp:Response', 'samlp:Answer')),
  ],
  'a root of another namespace': [
    'schema',
    () => afterwards(swap('urn:oasis:names:tc:SAML:2.0:protocol', 'urn:evil')),
  ],
  'a root of another kind': [
    'shape',
    () => afterwards((xml) => xml.replaceAll('samlp:Response', 'samlp:ArtifactResponse')),
  ],
  'an empty signature': [
    'schema',
    () =>
      afterwards(
        swap(
          SIGNATURE,
          '<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"></ds:Signature>'
        )
      ),
  ],
  'a signature without a value': [
    'signature',
    () => afterwards(swap(/<ds:SignatureValue>[^<]+/, '<ds:SignatureValue>')),
  ],
  'a signature value of another length': [
    'signature',
    () => afterwards(swap(/<ds:SignatureValue>[^<]+/, '<ds:SignatureValue>AAAA')),
  ],
  'a digest that is empty': [
    'signature',
    () => afterwards(swap(/<ds:DigestValue>[^<]+/, '<ds:DigestValue>')),
  ],
  'two SignedInfo': [
    'schema',
    () =>
      afterwards((xml) =>
        xml.replace(/<ds:SignedInfo>[\s\S]*?<\/ds:SignedInfo>/, (info) => info + info)
      ),
  ],
  'a comment in the digest': [
    'markup',
    () => afterwards(swap('<ds:DigestValue>', '<ds:DigestValue>AAAA<!-- -->')),
  ],
  'two references': [
    'shape',
    () =>
      afterwards((xml) =>
        xml.replace(/<ds:Reference [\s\S]*?<\/ds:Reference>/, (one) => one + one)
      ),
  ],
  'a reference to the whole document': ['shape', () => afterwards(swap(/URI="#[^"]+"/, 'URI=""'))],
  'a reference by XPointer': [
    'shape',
    () => afterwards((xml) => xml.replace(/URI="#([^"]+)"/, `URI="#xpointer(id('$1'))"`)),
  ],
  'a reference to a file': [
    'shape',
    () => afterwards(swap(/URI="#[^"]+"/, 'URI="file:///etc/passwd"')),
  ],
  'a reference to the message from the assertion': [
    'shape',
    () => ({
      changeMessage: (xml) =>
        xml.replace(/URI="#[^"]+"/, `URI="#${/ ID="([^"]+)"/.exec(xml)![1]}"`),
    }),
  ],
  'no transforms': ['schema', () => ({ algorithms: { transforms: [] } })],
  'three transforms': [
    'shape',
    () => ({ algorithms: { transforms: [ENVELOPED, EXCLUSIVE, EXCLUSIVE] } }),
  ],
  'a transform by XPath': [
    'shape',
    () => ({
      algorithms: { transforms: [ENVELOPED, 'http://www.w3.org/TR/1999/REC-xpath-19991116'] },
    }),
  ],
  'canonical text of another kind': [
    'shape',
    () => ({
      algorithms: {
        canonicalisation: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315#WithComments',
      },
    }),
  ],
  'MD5': [
    'shape',
    () => ({ algorithms: { signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-md5' } }),
  ],
  'a signature by elliptic curves': [
    'shape',
    () => ({ algorithms: { signature: 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256' } }),
  ],
  'a key in the message that signed it': ['signature', () => ({ by: stranger })],
  'the certificate of somebody else shown': [
    'signature',
    () => ({ keyInfo: stranger.certificate }),
  ],
  'a signature by our own key': ['signature', () => ({ by: ours })],
  'an HMAC with the certificate as its secret': ['shape', () => afterwards((xml) => withHmac(xml))],
  'a message signed, and its assertion by a stranger': [
    'signature',
    () => ({
      changeAssertion: (xml) => xml,
      sign: 'response',
      changeSigned: (xml) => strangersOwn(xml),
    }),
  ],
  'the audience with a slash more': ['assertion', () => ({ audiences: [[`${AUDIENCE}/`]] })],
  'the audience as a beginning': ['assertion', () => ({ audiences: [[AUDIENCE.slice(0, -1)]] })],
  'white space around the audience': ['assertion', () => ({ audiences: [[` ${AUDIENCE} `]] })],
  'one of two restrictions for another': [
    'assertion',
    () => ({ audiences: [[AUDIENCE], ['urn:other']] }),
  ],
  'a recipient with a slash more': ['assertion', () => ({ recipient: `${ACS}/` })],
  'a recipient in capitals': ['assertion', () => ({ recipient: ACS.toUpperCase() })],
  'a recipient with its port': [
    'assertion',
    () => ({ recipient: ACS.replace('acme.example', 'acme.example:443') }),
  ],
  'a recipient with a query': ['assertion', () => ({ recipient: `${ACS}?a=b` })],
  'a recipient at another path': ['assertion', () => ({ recipient: `${HERE}/slo` })],
  'a destination with a slash more': ['response', () => ({ destination: `${ACS}/` })],
  'a destination without TLS': ['response', () => ({ destination: ACS.replace('https', 'http') })],
  'a destination with its port': [
    'response',
    () => ({ destination: ACS.replace('acme.example', 'acme.example:443') }),
  ],
  'a destination in capitals': ['response', () => ({ destination: ACS.toUpperCase() })],
  'no destination of a signed message': ['response', () => ({ destination: null, sign: 'both' })],
  'an issuer with a slash more': ['assertion', () => ({ issuer: 'https://idp.example/metadata/' })],
  'white space around the issuer': [
    'assertion',
    () => ({ issuer: ' https://idp.example/metadata ' }),
  ],
  'another issuer of the message': [
    'response',
    () => ({ responseIssuer: 'https://idp.example/METADATA' }),
  ],
  'an answer to another request': ['in_response_to', () => ({ outerInResponseTo: '_request-2' })],
  'an answer in another case': [
    'in_response_to',
    () => ({ outerInResponseTo: REQUEST.toUpperCase() }),
  ],
  'an empty answer': ['schema', () => afterwards(swap(/InResponseTo="[^"]+"/, 'InResponseTo=""'))],
  'an answer named outside alone': [
    'in_response_to',
    () => ({ inResponseTo: null, outerInResponseTo: REQUEST }),
  ],
  'no answer at all': ['in_response_to', () => ({ inResponseTo: null })],
  'two confirmations, one for another place': [
    'assertion',
    () =>
      inAssertion((xml) =>
        xml.replace(
          /<saml:SubjectConfirmation [\s\S]*<\/saml:SubjectConfirmation>/,
          (one) => one.replace(ACS, 'https://other.example/acs') + one
        )
      ),
  ],
  'a condition that nobody knows': [
    'schema',
    () => inAssertion(put('</saml:Conditions>', '<saml:Condition></saml:Condition>')),
  ],
  'an end in another time zone': [
    'assertion',
    () => ({ notOnOrAfter: '2026-03-01T13:05:00+01:00' }),
  ],
  'an end before its beginning': [
    'assertion',
    () => ({ notBefore: iso(NOW + 61_000), notOnOrAfter: iso(NOW + 30_000) }),
  ],
  'a session that has ended': ['session', () => ({ sessionUntil: iso(NOW - 3_600_000) })],
  'a second session that has ended': [
    'session',
    () =>
      inAssertion((xml) => {
        const [statement] = /<saml:AuthnStatement [\s\S]*<\/saml:AuthnStatement>/.exec(xml)!
        return xml.replace(
          statement,
          statement +
            statement
              .replace(
                'SessionIndex=',
                `SessionNotOnOrAfter="${iso(NOW - 3_600_000)}" SessionIndex=`
              )
              .replace(/( SessionNotOnOrAfter="[^"]+")( SessionIndex="[^"]+")/, '$2$1')
        )
      }),
  ],
  'no success': ['response', () => ({ status: `${STATUS}Requester` })],
  'success within failure': [
    'response',
    () =>
      afterwards(
        swap(
          /<samlp:StatusCode Value="[^"]+"><\/samlp:StatusCode>/,
          `<samlp:StatusCode Value="${STATUS}Responder"><samlp:StatusCode Value="${STATUS}Success"/></samlp:StatusCode>`
        )
      ),
  ],
  'no status': ['schema', () => afterwards(drop(/<samlp:Status>[\s\S]*?<\/samlp:Status>/))],
  'a statement of yesterday': ['response', () => ({ issueInstant: iso(NOW - 86_400_000) })],
  'a statement of tomorrow': ['response', () => ({ issueInstant: iso(NOW + 86_400_000) })],
}

test.group('Odd messages of an identity provider', (group) => {
  group.setup(async () => {
    ;[provider, second, stranger, ours] = await Promise.all([
      TestIdentityProvider.make(),
      selfSigned('second'),
      selfSigned('stranger'),
      selfSigned('ours'),
    ])
  })

  for (const [name, terms] of Object.entries(ACCEPTED))
    test(`are accepted with ${name}`, ({ assert }) => {
      const { fault, result } = examine(response(terms()))
      assert.isUndefined(fault)
      assert.equal(result?.nameId, ANN)
    })

  for (const [name, [check, terms]] of Object.entries(REFUSED))
    test(`are refused with ${name}`, ({ assert }) => {
      const { fault, result } = examine(response(terms()))
      assert.isUndefined(result)
      assert.equal(fault?.check, check, fault?.code)
      assert.notEqual(fault?.code, 'E_UNREADABLE')
    })

  test('are refused in any encoding but UTF-8, and accepted with base64 in lines', ({ assert }) => {
    const xml = Buffer.from(response({}), 'base64').toString()
    const encodings = [
      Buffer.from(xml, 'utf16le'),
      Buffer.from(`\uFEFF${xml}`, 'utf16le'),
      Buffer.from(xml, 'utf16le').swap16(),
      Buffer.from(xml.replace('ann@', 'änn@'), 'latin1'),
      Buffer.concat([Buffer.from([0xef, 0xbb]), Buffer.from(xml)]),
      Buffer.concat([Buffer.from(xml), Buffer.from([0])]),
    ]
    for (const bytes of encodings) {
      const { result, fault } = examine(bytes.toString('base64'))
      assert.isUndefined(result)
      assert.notEqual(fault?.code, 'E_UNREADABLE')
    }
    for (const gap of ['\n', '\r\n', ' ', '\t']) {
      const { fault } = examine(base64(xml).replaceAll(/(.{76})/g, `$1${gap}`))
      assert.isUndefined(fault)
    }
    for (const text of [
      base64(xml).replaceAll('A', '-'),
      `${base64(xml)}=`,
      `\u0000${base64(xml)}`,
    ])
      assert.isUndefined(examine(text).result)
  })
})

function withHmac(xml: string): string {
  const hmac = 'http://www.w3.org/2001/04/xmldsig-more#hmac-sha256'
  const secret = createPublicKey(pemOf(provider.certificate)).export({
    type: 'spki',
    format: 'pem',
  })
  const info = /<ds:SignedInfo>[\s\S]*?<\/ds:SignedInfo>/
    .exec(xml)![0]
    .replace(/SignatureMethod Algorithm="[^"]+"/, `SignatureMethod Algorithm="${hmac}"`)
  const value = createHmac('sha256', secret)
    .update(
      info.replace(
        '<ds:SignedInfo>',
        '<ds:SignedInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#">'
      )
    )
    .digest('base64')
  return xml
    .replace(/<ds:SignedInfo>[\s\S]*?<\/ds:SignedInfo>/, info)
    .replace(/<ds:SignatureValue>[^<]+/, `<ds:SignatureValue>${value}`)
}

/** The assertion carries a stranger's signature, within a message that the provider signed. */
function strangersOwn(assertion: string): string {
  const signed = Buffer.from(
    provider.response({ ...usual(), sign: 'assertion', by: stranger }),
    'base64'
  ).toString()
  const [theirs] = /<saml:Assertion [\s\S]*<\/saml:Assertion>/.exec(signed)!
  return assertion === '' ? assertion : theirs
}

function usual(): ResponseTerms {
  return { audience: AUDIENCE, acsUrl: ACS, inResponseTo: REQUEST, now: NOW }
}

function response(terms: Terms): string {
  return provider.response({ ...usual(), ...terms })
}

function examine(message: string) {
  return examineResponse(message, settings(), NOW)
}

function settings(): GateSettings {
  return {
    ...{ entityId: AUDIENCE, acsUrl: ACS, sloUrl: `${HERE}/slo`, skewMs: 60_000 },
    provider: {
      entityId: provider.entityId,
      certificates: [provider.certificate, second.certificate],
    },
    decryptionKeys: [ours.privateKey],
    ...{ allowsUnsolicited: false, wantsBothSigned: false, wantsEncryption: false },
  }
}
