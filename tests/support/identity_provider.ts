import {
  constants,
  createCipheriv,
  createHash,
  createPublicKey,
  publicEncrypt,
  randomBytes,
  randomUUID,
  sign,
  type KeyObject,
} from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { selfSigned, type KeyAndCertificate } from '#app/single_sign_on/self_signed'

const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol'
const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion'
const XMLDSIG = 'http://www.w3.org/2000/09/xmldsig#'
const XMLENC = 'http://www.w3.org/2001/04/xmlenc#'
const XMLENC11 = 'http://www.w3.org/2009/xmlenc11#'
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const ENVELOPED = `${XMLDSIG}enveloped-signature`
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
const SHA256 = `${XMLENC}sha256`
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success'

type Attributes = Record<string, string | undefined>
type OaepDigest = 'sha1' | 'sha256' | 'sha512'

export interface Algorithms {
  signature?: string
  digest?: string
  canonicalisation?: string
  transforms?: string[]
  /** Of the last transform, separated by spaces. */
  prefixes?: string
}

/** What a response says. A value that is `null` is left out. */
export interface ResponseTerms {
  audience: string
  acsUrl: string
  inResponseTo?: string | null
  outerInResponseTo?: string | null
  now?: number
  nameId?: string | null
  issuer?: string
  responseIssuer?: string | null
  destination?: string | null
  recipient?: string | null
  audiences?: string[][] | null
  notBefore?: string | null
  notOnOrAfter?: string | null
  confirmedUntil?: string | null
  confirmationNotBefore?: string
  methods?: string[]
  issueInstant?: string
  version?: string
  assertionVersion?: string
  assertionId?: string
  status?: string
  sessionIndex?: string
  sessionUntil?: string
  authnStatement?: boolean
  authenticatedAt?: number
  conditions?: boolean
  subject?: boolean
  attributes?: Record<string, string[]>
  sign?: 'assertion' | 'response' | 'both' | 'none'
  by?: KeyAndCertificate
  algorithms?: Algorithms
  keyInfo?: string | false
  /** Of whom it is encrypted for. */
  encryptFor?: string
  encryption?: {
    cipher?: 'aes-128-cbc' | 'aes-256-gcm'
    cipherUri?: string
    keyUri?: string
    /** Of OAEP, said in the message; without it SHA-1, unsaid. */
    digest?: OaepDigest
    /** Of its mask, said by the name of XML encryption 1.1; without it that of the digest, unsaid. */
    mask?: OaepDigest
    label?: string
  }
  /** The assertion before it is signed. */
  changeAssertion?: (xml: string) => string
  /** The signed assertion, before the message is made. */
  changeSigned?: (xml: string) => string
  /** The message as it leaves. */
  changeMessage?: (xml: string) => string
}

/**
 * An identity provider of the tests' own. It writes canonical XML by hand and signs and encrypts with Node's cryptography, so that it has no library in
 * common with what it tries to deceive.
 */
export class TestIdentityProvider {
  private constructor(
    readonly entityId: string,
    readonly own: KeyAndCertificate
  ) {}

  static async make(entityId = 'https://idp.example/metadata'): Promise<TestIdentityProvider> {
    return new TestIdentityProvider(entityId, await selfSigned('provider'))
  }

  get certificate(): string {
    return this.own.certificate
  }

  metadata({ sso = 'https://idp.example/sso', slo = 'https://idp.example/slo' } = {}): string {
    const key = `<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="${XMLDSIG}"><ds:X509Data><ds:X509Certificate>${this.certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`
    const at = (name: string, location: string) =>
      `<md:${name} Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${location}"/>`
    return `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${this.entityId}"><md:IDPSSODescriptor protocolSupportEnumeration="${PROTOCOL}">${key}${at('SingleLogoutService', slo)}${at('SingleSignOnService', sso)}</md:IDPSSODescriptor></md:EntityDescriptor>`
  }

  /** @returns the form's value */
  response(terms: ResponseTerms): string {
    return base64(this.responseXml(terms))
  }

  responseXml(terms: ResponseTerms): string {
    const { sign: what = 'assertion', by = this.own, algorithms, keyInfo } = terms
    const plain = (terms.changeAssertion ?? same)(this.#assertion(terms))
    const isSigned = what === 'assertion' || what === 'both'
    const signed = isSigned ? signedXml(plain, { by, algorithms, keyInfo }) : plain
    const changed = (terms.changeSigned ?? same)(signed)
    const content = terms.encryptFor
      ? encrypted(changed, terms.encryptFor, terms.encryption)
      : changed
    const message = this.#response(terms, content)
    const whole =
      what === 'response' || what === 'both'
        ? signedXml(message, { by, algorithms, keyInfo })
        : message
    return (terms.changeMessage ?? same)(whole)
  }

  logoutXml(
    kind: 'LogoutRequest' | 'LogoutResponse',
    terms: {
      destination: string | null
      id?: string
      issuer?: string
      now?: number
      nameId?: string | null
      sessionIndexes?: string[]
      inResponseTo?: string
      status?: string
      notOnOrAfter?: string
    }
  ): string {
    const { nameId = 'ann@corp.example', sessionIndexes = [], status = SUCCESS } = terms
    const attributes = {
      Destination: terms.destination ?? undefined,
      ID: terms.id ?? newXmlId(),
      InResponseTo: terms.inResponseTo,
      IssueInstant: iso(terms.now ?? Date.now()),
      NotOnOrAfter: terms.notOnOrAfter,
      Version: '2.0',
    }
    const issuer = element('saml:Issuer', SAML, terms.issuer ?? this.entityId)
    const content =
      kind === 'LogoutRequest'
        ? [
            nameId === null ? '' : element('saml:NameID', SAML, nameId),
            ...sessionIndexes.map((one) => element('samlp:SessionIndex', {}, one)),
          ].join('')
        : element('samlp:Status', {}, element('samlp:StatusCode', { Value: status }))
    return element(`samlp:${kind}`, { 'xmlns:samlp': PROTOCOL, ...attributes }, issuer + content)
  }

  /** @returns the form's value */
  logoutPost(
    xml: string,
    options: { by?: KeyAndCertificate; algorithms?: Algorithms } = {}
  ): string {
    return base64(signedXml(xml, { by: this.own, ...options }))
  }

  /** @returns a query, signed over its pieces */
  logoutQuery(
    field: 'SAMLRequest' | 'SAMLResponse',
    xml: string,
    {
      by = this.own,
      relayState,
      algorithm = RSA_SHA256,
    }: {
      by?: KeyAndCertificate
      relayState?: string
      algorithm?: string
    } = {}
  ): string {
    const pieces = [
      `${field}=${encodeURIComponent(deflateRawSync(xml).toString('base64'))}`,
      ...(relayState === undefined ? [] : [`RelayState=${encodeURIComponent(relayState)}`]),
      `SigAlg=${encodeURIComponent(algorithm)}`,
    ]
    const digest = algorithm.endsWith('sha1') ? 'sha1' : 'sha256'
    const signature = sign(digest, Buffer.from(pieces.join('&')), by.privateKey).toString('base64')
    return [...pieces, `Signature=${encodeURIComponent(signature)}`].join('&')
  }

  #response(terms: ResponseTerms, content: string): string {
    const now = terms.now ?? Date.now()
    const outer =
      terms.outerInResponseTo === undefined ? terms.inResponseTo : terms.outerInResponseTo
    const attributes = {
      Destination:
        terms.destination === undefined ? terms.acsUrl : (terms.destination ?? undefined),
      ID: newXmlId(),
      InResponseTo: outer ?? undefined,
      IssueInstant: terms.issueInstant ?? iso(now),
      Version: terms.version ?? '2.0',
    }
    const { responseIssuer = this.entityId } = terms
    const issuer = responseIssuer === null ? '' : element('saml:Issuer', SAML, responseIssuer)
    const status = element(
      'samlp:Status',
      {},
      element('samlp:StatusCode', { Value: terms.status ?? SUCCESS })
    )
    return element(
      'samlp:Response',
      { 'xmlns:samlp': PROTOCOL, ...attributes },
      issuer + status + content
    )
  }

  #assertion(terms: ResponseTerms): string {
    const now = terms.now ?? Date.now()
    const head = {
      ID: terms.assertionId ?? newXmlId(),
      IssueInstant: iso(now),
      Version: terms.assertionVersion ?? '2.0',
    }
    return element(
      'saml:Assertion',
      { ...SAML, ...head },
      [
        element('saml:Issuer', {}, terms.issuer ?? this.entityId),
        terms.subject === false ? '' : subjectOf(terms, now),
        terms.conditions === false ? '' : conditionsOf(terms, now),
        terms.authnStatement === false ? '' : statementOf(terms, now),
        attributesOf(terms.attributes ?? {}),
      ].join('')
    )
  }
}

const SAML = { 'xmlns:saml': ASSERTION }

function subjectOf(terms: ResponseTerms, now: number): string {
  const { nameId = 'ann@corp.example', methods = [BEARER] } = terms
  const until = terms.confirmedUntil === undefined ? iso(now + 300_000) : terms.confirmedUntil
  const recipient = terms.recipient === undefined ? terms.acsUrl : terms.recipient
  const data = element('saml:SubjectConfirmationData', {
    InResponseTo: terms.inResponseTo ?? undefined,
    NotBefore: terms.confirmationNotBefore,
    NotOnOrAfter: until ?? undefined,
    Recipient: recipient ?? undefined,
  })
  return element(
    'saml:Subject',
    {},
    [
      nameId === null
        ? ''
        : element(
            'saml:NameID',
            { Format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress' },
            nameId
          ),
      ...methods.map((method) => element('saml:SubjectConfirmation', { Method: method }, data)),
    ].join('')
  )
}

function conditionsOf(terms: ResponseTerms, now: number): string {
  const times = {
    NotBefore: terms.notBefore === undefined ? iso(now - 5_000) : (terms.notBefore ?? undefined),
    NotOnOrAfter:
      terms.notOnOrAfter === undefined ? iso(now + 300_000) : (terms.notOnOrAfter ?? undefined),
  }
  const audiences = terms.audiences === undefined ? [[terms.audience]] : (terms.audiences ?? [])
  return element(
    'saml:Conditions',
    times,
    audiences
      .map((some) =>
        element(
          'saml:AudienceRestriction',
          {},
          some.map((one) => element('saml:Audience', {}, one)).join('')
        )
      )
      .join('')
  )
}

function statementOf(terms: ResponseTerms, now: number): string {
  const attributes = {
    AuthnInstant: iso(terms.authenticatedAt ?? now),
    SessionIndex: terms.sessionIndex ?? 'session-1',
    SessionNotOnOrAfter: terms.sessionUntil,
  }
  const context = element(
    'saml:AuthnContextClassRef',
    {},
    'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport'
  )
  return element('saml:AuthnStatement', attributes, element('saml:AuthnContext', {}, context))
}

function attributesOf(attributes: Record<string, string[]>): string {
  const each = Object.entries(attributes).map(([Name, values]) =>
    element(
      'saml:Attribute',
      { Name },
      values.map((value) => element('saml:AttributeValue', {}, value)).join('')
    )
  )
  return each.length === 0 ? '' : element('saml:AttributeStatement', {}, each.join(''))
}

/** Signs the root of canonical XML, and puts the signature behind its issuer. */
export function signedXml(
  xml: string,
  {
    by,
    algorithms = {},
    keyInfo,
  }: {
    by: KeyAndCertificate
    algorithms?: Algorithms
    keyInfo?: string | false
  }
): string {
  const {
    signature = RSA_SHA256,
    digest = SHA256,
    canonicalisation = EXCLUSIVE,
    transforms = [ENVELOPED, EXCLUSIVE],
    prefixes,
  } = algorithms
  const id = / ID="([^"]+)"/.exec(xml)![1]
  const hash = digest.endsWith('sha1') ? 'sha1' : digest.endsWith('sha512') ? 'sha512' : 'sha256'
  const value = createHash(hash).update(xml).digest('base64')
  const info = (namespace: Attributes) =>
    element(
      'ds:SignedInfo',
      namespace,
      [
        element('ds:CanonicalizationMethod', { Algorithm: canonicalisation }),
        element('ds:SignatureMethod', { Algorithm: signature }),
        element(
          'ds:Reference',
          { URI: `#${id}` },
          [
            element(
              'ds:Transforms',
              {},
              transforms
                .map((one, index) =>
                  element(
                    'ds:Transform',
                    { Algorithm: one },
                    index === transforms.length - 1 ? inclusive(prefixes) : ''
                  )
                )
                .join('')
            ),
            element('ds:DigestMethod', { Algorithm: digest }),
            element('ds:DigestValue', {}, value),
          ].join('')
        ),
      ].join('')
    )
  const algorithm = signature.endsWith('sha1')
    ? 'sha1'
    : signature.endsWith('sha512')
      ? 'sha512'
      : 'sha256'
  const padding = signature.endsWith('MGF1')
    ? {
        padding: constants.RSA_PKCS1_PSS_PADDING,
        saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
      }
    : {}
  const signed = sign(algorithm, Buffer.from(info({ 'xmlns:ds': XMLDSIG })), {
    key: by.privateKey,
    ...padding,
  }).toString('base64')
  const certificate = keyInfo === undefined ? by.certificate : keyInfo
  const shown = certificate
    ? element(
        'ds:KeyInfo',
        {},
        element('ds:X509Data', {}, element('ds:X509Certificate', {}, certificate))
      )
    : ''
  const whole = element(
    'ds:Signature',
    { 'xmlns:ds': XMLDSIG },
    info({}) + element('ds:SignatureValue', {}, signed) + shown
  )
  return behindIssuer(xml, whole)
}

function inclusive(prefixes: string | undefined): string {
  return prefixes === undefined
    ? ''
    : element('ec:InclusiveNamespaces', { 'xmlns:ec': EXCLUSIVE, 'PrefixList': prefixes })
}

function behindIssuer(xml: string, inserted: string): string {
  const issuer = /<\/(?:[\w.-]+:)?Issuer>/.exec(xml)!
  const at = issuer.index + issuer[0].length
  return xml.slice(0, at) + inserted + xml.slice(at)
}

function encrypted(
  xml: string,
  certificate: string,
  {
    cipher = 'aes-256-gcm',
    cipherUri,
    keyUri,
    digest,
    mask,
    label,
  }: NonNullable<ResponseTerms['encryption']> = {}
): string {
  const isGcm = cipher === 'aes-256-gcm'
  const key = randomBytes(isGcm ? 32 : 16)
  const iv = randomBytes(isGcm ? 12 : 16)
  const machine = createCipheriv(cipher, key, iv) as ReturnType<typeof createCipheriv> & {
    getAuthTag(): Buffer
  }
  const bytes = Buffer.concat([
    iv,
    machine.update(xml),
    machine.final(),
    ...(isGcm ? [machine.getAuthTag()] : []),
  ])
  const isOld = keyUri?.endsWith('rsa-1_5')
  const recipient = createPublicKey(pemOf(certificate))
  const wrapped = isOld
    ? publicEncrypt({ key: recipient, padding: constants.RSA_PKCS1_PADDING }, key)
    : sealedByOaep(recipient, key, {
        digest: digest ?? 'sha1',
        mask: mask ?? digest ?? 'sha1',
        label,
      })
  const value = (content: Buffer) =>
    element('xenc:CipherData', {}, element('xenc:CipherValue', {}, content.toString('base64')))
  const usual = isGcm ? 'http://www.w3.org/2009/xmlenc11#aes256-gcm' : `${XMLENC}aes128-cbc`
  const encryptedKey = element(
    'xenc:EncryptedKey',
    {},
    element(
      'xenc:EncryptionMethod',
      { Algorithm: keyUri ?? `${XMLENC}rsa-oaep-mgf1p` },
      [
        label === undefined ? '' : element('xenc:OAEPparams', {}, base64(label)),
        digest ? oaepDigest(digest) : '',
        mask
          ? element('xenc11:MGF', {
              'xmlns:xenc11': XMLENC11,
              'Algorithm': `${XMLENC11}mgf1${mask}`,
            })
          : '',
      ].join('')
    ) + value(wrapped)
  )
  return element(
    'saml:EncryptedAssertion',
    SAML,
    element(
      'xenc:EncryptedData',
      { 'xmlns:xenc': XMLENC, 'Type': `${XMLENC}Element` },
      element('xenc:EncryptionMethod', { Algorithm: cipherUri ?? usual }) +
        element('ds:KeyInfo', { 'xmlns:ds': XMLDSIG }, encryptedKey) +
        value(bytes)
    )
  )
}

function oaepDigest(digest: OaepDigest): string {
  const Algorithm = digest === 'sha1' ? `${XMLDSIG}sha1` : `${XMLENC}${digest}`
  return element('ds:DigestMethod', { 'xmlns:ds': XMLDSIG, Algorithm })
}

/** RFC 8017, 7.1.1, with a digest for each of its two purposes. */
function sealedByOaep(
  key: KeyObject,
  message: Buffer,
  { digest, mask, label = '' }: { digest: OaepDigest; mask: OaepDigest; label?: string }
): Buffer {
  const hash = (name: string, ...parts: (Buffer | string)[]) => {
    const made = createHash(name)
    for (const part of parts) made.update(part)
    return made.digest()
  }
  const masked = (seed: Buffer, bytes: Buffer) =>
    Buffer.from(
      bytes.map((byte, at) => {
        const size = hash(mask, '').length
        const counter = Buffer.from([0, 0, 0, Math.floor(at / size)])
        return byte ^ hash(mask, seed, counter)[at % size]
      })
    )
  const size = key.asymmetricKeyDetails!.modulusLength! / 8
  const labelHash = hash(digest, label)
  const room = Buffer.alloc(size - message.length - 2 * labelHash.length - 2)
  const block = Buffer.concat([labelHash, room, Buffer.from([1]), message])
  const seed = randomBytes(labelHash.length)
  const maskedBlock = masked(seed, block)
  const encoded = Buffer.concat([Buffer.from([0]), masked(maskedBlock, seed), maskedBlock])
  return publicEncrypt({ key, padding: constants.RSA_NO_PADDING }, encoded)
}

/** Canonical: attributes in order, no empty-element tags. */
function element(name: string, attributes: Attributes, content = ''): string {
  const written = Object.entries(attributes)
    .filter((pair) => pair[1] !== undefined)
    .sort(([a], [b]) => (rank(a) + a < rank(b) + b ? -1 : 1))
    .map(([key, value]) => ` ${key}="${value}"`)
    .join('')
  return `<${name}${written}>${content}</${name}>`
}

function rank(name: string): string {
  return name.startsWith('xmlns') ? '0' : '1'
}

export function pemOf(certificate: string): string {
  return `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----\n`
}

export function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}

export function newXmlId(): string {
  return `_${randomUUID()}`
}

export function iso(time: number): string {
  return new Date(time).toISOString()
}

function same(xml: string): string {
  return xml
}
