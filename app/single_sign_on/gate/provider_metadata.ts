import { X509Certificate } from 'node:crypto'
import { MAX_CERTIFICATES, MAX_METADATA_BYTES } from './limits.js'
import { must } from './rejection.js'
import { POST, REDIRECT } from './samlify.js'
import { assertValid } from './schemas.js'
import { attribute, children, is, parsed, textOf, within } from './xml.js'
import type { XmlElement } from './libraries.js'

const MIN_RSA_BITS = 2048
const MAX_ADDRESS = 2_000

const COMMENT = /<!--[\s\S]*?-->/g

/** What an identity provider says of itself. */
export interface ProviderMetadata {
  entityId: string
  /** Base64 of DER, each once. */
  certificates: string[]
  ssoUrl: string
  ssoBinding: 'redirect' | 'post'
  sloUrl: string | null
  sloResponseUrl: string | null
  sloBinding: 'redirect' | 'post'
  wantsSignedRequests: boolean
}

/**
 * Reads the metadata of an identity provider. Comments are taken out first, for products do put them there; nothing else is forgiven. A key without a
 * use signs as well as encrypts (SAML metadata, 2.4.1.1): those are what providers have while they exchange keys. A signature over the metadata is not
 * read: the administrator who gives us the text, or its address, is who is trusted.
 *
 * @throws Rejection
 */
export function readProviderMetadata(text: string): ProviderMetadata {
  must(Buffer.byteLength(text) <= MAX_METADATA_BYTES, 'size', 'E_SIZE', {
    expected: `at most ${MAX_METADATA_BYTES} bytes`,
  })
  const xml = text
    .replace(/^\uFEFF/, '')
    .replaceAll(COMMENT, '')
    .trim()
  const root = parsed(xml)
  assertValid(xml, 'metadata')
  const entity = onlyEntity(root)
  const descriptors = children(entity, 'metadata', 'IDPSSODescriptor')
  must(descriptors.length === 1, 'shape', 'E_METADATA_NO_IDP')
  const [descriptor] = descriptors
  const sso = endpoint(descriptor, 'SingleSignOnService')
  must(sso, 'shape', 'E_METADATA_NO_SSO')
  const slo = endpoint(descriptor, 'SingleLogoutService')
  return {
    entityId: attribute(entity, 'entityID') ?? '',
    certificates: certificatesIn(descriptor),
    ssoUrl: sso.location,
    ssoBinding: sso.binding,
    sloUrl: slo?.location ?? null,
    sloResponseUrl: slo?.responseLocation ?? null,
    sloBinding: slo?.binding ?? 'redirect',
    wantsSignedRequests: ['true', '1'].includes(
      attribute(descriptor, 'WantAuthnRequestsSigned') ?? ''
    ),
  }
}

/** @param text  PEM, or its base64 alone. @returns base64 of DER. @throws Rejection for what is no certificate of an RSA key that is long enough */
export function readCertificate(text: string): string {
  const base64 = text.replaceAll(/-----[^-]+-----|\s/g, '')
  must(/^[A-Za-z0-9+/]+={0,2}$/.test(base64), 'shape', 'E_CERTIFICATE')
  const certificate = certificateOf(base64)
  must(certificate, 'shape', 'E_CERTIFICATE')
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey
  const bits = asymmetricKeyDetails?.modulusLength ?? 0
  must(asymmetricKeyType === 'rsa' && bits >= MIN_RSA_BITS, 'shape', 'E_CERTIFICATE_KEY', {
    expected: `RSA of at least ${MIN_RSA_BITS} bits`,
    received: `${asymmetricKeyType} ${bits || ''}`.trim(),
  })
  return certificate.raw.toString('base64')
}

/** A federation's list names many: which of them was meant, nobody could say. */
function onlyEntity(root: XmlElement): XmlElement {
  const all = within(root).filter((element) => is(element, 'metadata', 'EntityDescriptor'))
  must(all.length === 1, 'shape', 'E_METADATA_ENTITIES', {
    expected: '1',
    received: String(all.length),
  })
  return all[0]
}

function certificatesIn(descriptor: XmlElement): string[] {
  const certificates = children(descriptor, 'metadata', 'KeyDescriptor')
    .filter((key) => attribute(key, 'use') !== 'encryption')
    .flatMap((key) => within(key).filter((one) => is(one, 'signature', 'X509Certificate')))
    .map((one) => readCertificate(textOf(one) ?? ''))
  must(certificates.length > 0, 'shape', 'E_METADATA_NO_CERTIFICATE')
  must(certificates.length <= MAX_CERTIFICATES, 'shape', 'E_METADATA_CERTIFICATES')
  return [...new Set(certificates)]
}

interface Endpoint {
  location: string
  responseLocation: string | null
  binding: 'redirect' | 'post'
}

function endpoint(descriptor: XmlElement, name: string): Endpoint | null {
  const all = children(descriptor, 'metadata', name)
  for (const [binding, uri] of [
    ['redirect', REDIRECT],
    ['post', POST],
  ] as const) {
    const found = all.find((one) => attribute(one, 'Binding') === uri)
    if (!found) continue
    const responseLocation = attribute(found, 'ResponseLocation')
    return {
      binding,
      location: address(attribute(found, 'Location')),
      responseLocation: responseLocation === null ? null : address(responseLocation),
    }
  }
  return null
}

/** Browsers are sent there. */
export function address(text: string | null): string {
  const url = URL.parse(text ?? '')
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  must(url && isWeb && !url.username && !url.password, 'shape', 'E_METADATA_ADDRESS', {
    expected: 'a web address',
    received: text ?? 'none',
  })
  must(url.href.length <= MAX_ADDRESS, 'shape', 'E_METADATA_ADDRESS')
  return url.href
}

function certificateOf(base64: string): X509Certificate | null {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64'))
  } catch {
    return null
  }
}
