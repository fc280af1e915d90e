import { sha256Hex } from '#app/foundation/opaque_token'
import { readAssertion, type Assertion } from './assertion.js'
import { decrypted, withDecrypted } from './decryption.js'
import { decodedPost } from './encoded.js'
import { must, Rejection, type Fault } from './rejection.js'
import { assertValid } from './schemas.js'
import { assertEncryption, shapeOf, type Shape } from './shape.js'
import { verifiedText } from './signatures.js'
import { difference, instant } from './times.js'
import { attribute, is, onlyChild, parsed, textOf } from './xml.js'
import type { Check } from './check.js'
import type { GateSettings } from './settings.js'
import type { XmlElement } from './libraries.js'

const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success'
export const MAX_AGE_MS = 10 * 60_000

/** What came of the checks that need nothing but the message. */
export interface Examined<Result> {
  /** In their order. */
  passed: Check[]
  fault?: Fault
  result?: Result
}

export interface VerifiedAssertion extends Assertion {
  /** Base64 of DER: with which of the provider's certificates it was signed. */
  certificate: string
  isEncrypted: boolean
  /** SHA-256 of the canonical text that the provider signed and that all of this was read from. */
  signedSha256: string
  /** The message as it came; what was encrypted in it is not any more. */
  xml: string
}

/**
 * Whether a response of the Web Browser SSO profile lets somebody in, as far as that can be said without a database.
 *
 * @param message  the form's value, base64
 * @param now  milliseconds
 */
export function examineResponse(
  message: unknown,
  settings: GateSettings,
  now: number
): Examined<VerifiedAssertion> {
  const passed: Check[] = []
  try {
    const result = verified(message, settings, now, passed)
    return { passed, result }
  } catch (error) {
    return { passed, fault: faultOf(error, passed) }
  }
}

/** What we did not foresee is refused like what we did. */
export function faultOf(error: unknown, passed: readonly Check[]): Fault {
  if (error instanceof Rejection) return error.fault
  return { check: passed.includes('schema') ? 'signature' : 'xml', code: 'E_UNREADABLE' }
}

function verified(
  message: unknown,
  settings: GateSettings,
  now: number,
  passed: Check[]
): VerifiedAssertion {
  const xml = decodedPost(message)
  passed.push('encoding', 'characters')
  const root = parsed(xml)
  passed.push('markup', 'size', 'xml')
  assertValid(xml, 'protocol')
  passed.push('schema')
  const shape = shapeOf(root, 'Response')
  assertSignedEnough(shape, settings)
  passed.push('shape')
  if (shape.encrypted) assertEncryption(shape.encrypted)
  must(shape.encrypted || !settings.wantsEncryption, 'encryption', 'E_NOT_ENCRYPTED')
  passed.push('encryption')
  assertResponse(shape, settings, now)
  passed.push('response')
  const authenticated = shape.encrypted
    ? authenticEncrypted(xml, shape, settings)
    : authentic(xml, shape, settings)
  passed.push('signature')
  const outerInResponseTo = attribute(root, 'InResponseTo')
  const { assertion: signed, certificate } = authenticated
  const assertion = readAssertion(signed, { settings, now, outerInResponseTo }, (...checks) =>
    passed.push(...checks)
  )
  return {
    ...{ ...assertion, certificate, isEncrypted: shape.encrypted !== undefined },
    signedSha256: sha256Hex(authenticated.text),
    xml: authenticated.xml,
  }
}

/** An encrypted assertion's own signature shows later. */
function assertSignedEnough({ root, signatures, encrypted }: Shape, settings: GateSettings): void {
  if (!settings.wantsBothSigned) return
  const isMessageSigned = signatures.some((signature) => signature.parentNode === root)
  must(isMessageSigned && (encrypted || signatures.length === 2), 'shape', 'E_BOTH_SIGNED')
}

function assertResponse({ root, signatures }: Shape, settings: GateSettings, now: number): void {
  must(attribute(root, 'Version') === '2.0', 'response', 'E_VERSION')
  const issuer = textOf(onlyChild(root, 'assertion', 'Issuer', 'response'))
  must(issuer === null || issuer === settings.provider.entityId, 'response', 'E_RESPONSE_ISSUER', {
    expected: settings.provider.entityId,
    received: issuer ?? 'none',
  })
  const destination = attribute(root, 'Destination') || null
  const isSigned = signatures.some((signature) => signature.parentNode === root)
  const isHere = destination === null ? !isSigned : destination === settings.acsUrl
  must(isHere, 'response', 'E_DESTINATION', {
    expected: settings.acsUrl,
    received: destination ?? 'none',
  })
  const issuedAt = instant(attribute(root, 'IssueInstant'), 'response', 'E_ISSUE_INSTANT')
  const isFresh = Math.abs(now - issuedAt) <= MAX_AGE_MS + settings.skewMs
  must(isFresh, 'response', 'E_ISSUE_INSTANT', difference(issuedAt, now))
  assertSuccess(root)
}

function assertSuccess(root: XmlElement): void {
  const status = onlyChild(root, 'protocol', 'Status', 'response')
  const code = status && onlyChild(status, 'protocol', 'StatusCode', 'response')
  const value = attribute(code, 'Value')
  const inner = code && attribute(onlyChild(code, 'protocol', 'StatusCode', 'response'), 'Value')
  must(value === SUCCESS, 'response', 'E_STATUS', {
    expected: 'Success',
    received: [value, inner].filter(Boolean).join(' / '),
  })
}

interface Authentic {
  /** Of what was signed, and of nothing else. */
  assertion: XmlElement
  /** Base64 of DER. */
  certificate: string
  /** What was signed. */
  text: string
  /** The whole message, in which nothing is encrypted. */
  xml: string
}

function authentic(xml: string, shape: Shape, { provider }: GateSettings): Authentic {
  const { text, certificate } = verifiedText(xml, shape, provider)
  return { assertion: assertionIn(text), certificate, text, xml }
}

/**
 * The message's signature covers what is encrypted, or the assertion within has one; where there are both, both have to verify. Nothing says how far
 * it came: somebody who may ask again and again would learn the content.
 */
function authenticEncrypted(xml: string, shape: Shape, settings: GateSettings): Authentic {
  try {
    const { provider } = settings
    const outer = shape.signatures.length > 0 ? verifiedText(xml, shape, provider) : null
    const text = outer?.text ?? xml
    const { encrypted } = outer ? shapeOf(parsed(text), 'Response') : shape
    const assertion = decrypted(encrypted!, settings.decryptionKeys)
    const alone = parsed(assertion)
    must(is(alone, 'assertion', 'Assertion'), 'shape', 'E_ROOT')
    const message = withDecrypted(text, assertion)
    const inner = shapeOf(parsed(message), 'Response')
    assertValid(message, 'protocol')
    must(inner.assertion, 'shape', 'E_ENCRYPTED')
    const own = inner.signatures.length > 0
    must(own || (outer && !settings.wantsBothSigned), 'signature', 'E_UNSIGNED')
    return own ? authentic(message, inner, settings) : { assertion: alone, ...outer!, xml: message }
  } catch {
    throw new Rejection('signature', 'E_DECRYPT_OR_SIGNATURE')
  }
}

function assertionIn(text: string): XmlElement {
  const signed = parsed(text)
  if (is(signed, 'assertion', 'Assertion')) return signed
  const assertion = onlyChild(signed, 'assertion', 'Assertion', 'signature')
  must(assertion, 'signature', 'E_ASSERTION')
  return assertion
}
