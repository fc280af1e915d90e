import { readAssertion, type Assertion } from './assertion.js'
import { decrypted } from './decryption.js'
import { decodedPost } from './encoded.js'
import { must, Rejection, type Fault } from './rejection.js'
import { assertValid } from './schemas.js'
import { assertEncryption, shapeOf, type Shape } from './shape.js'
import { verifiedText } from './signatures.js'
import { difference, instant } from './times.js'
import { attribute, onlyChild, parsed, textOf } from './xml.js'
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
}

/**
 * Whether a response of the Web Browser SSO profile lets somebody in, as far as that can be said without a database.
 *
 * @param message  the form's value, base64
 * @param now  milliseconds
 */
export async function examineResponse(
  message: unknown,
  settings: GateSettings,
  now: number
): Promise<Examined<VerifiedAssertion>> {
  const passed: Check[] = []
  try {
    const result = await verified(message, settings, now, passed)
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

async function verified(
  message: unknown,
  settings: GateSettings,
  now: number,
  passed: Check[]
): Promise<VerifiedAssertion> {
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
  const { text, certificate } = shape.encrypted
    ? await authenticEncrypted(xml, shape, settings)
    : authentic(xml, shape, settings)
  passed.push('signature')
  const outerInResponseTo = attribute(root, 'InResponseTo')
  const assertion = readAssertion(text, { settings, now, outerInResponseTo }, (...checks) =>
    passed.push(...checks)
  )
  return { ...assertion, certificate, isEncrypted: shape.encrypted !== undefined }
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
  /** Of the assertion. */
  text: string
  certificate: string
}

function authentic(xml: string, shape: Shape, { provider }: GateSettings): Authentic {
  const { text, certificate } = verifiedText(xml, shape, provider)
  return { text: assertionIn(text), certificate }
}

/**
 * The message's signature covers what is encrypted, or the assertion within has one; where there are both, both have to verify. Nothing says how far
 * it came: whoever may ask again and again would learn the content.
 */
async function authenticEncrypted(
  xml: string,
  shape: Shape,
  settings: GateSettings
): Promise<Authentic> {
  try {
    const { provider } = settings
    const outer = shape.signatures.length > 0 ? verifiedText(xml, shape, provider) : null
    const { message, assertion } = await decrypted(outer?.text ?? xml, settings)
    assertValid(message, 'protocol')
    const inner = shapeOf(parsed(message), 'Response')
    must(inner.assertion, 'shape', 'E_ENCRYPTED')
    const own = inner.signatures.filter(({ parentNode }) => parentNode === inner.assertion)
    must(own.length > 0 || (outer && !settings.wantsBothSigned), 'signature', 'E_UNSIGNED')
    if (own.length === 0) return { text: assertion, certificate: outer!.certificate }
    // the message's own signature was over what was encrypted: it has been verified, and has no place here
    const { text, certificate } = verifiedText(
      withoutOuterSignature(inner),
      { ...inner, signatures: own },
      provider
    )
    return { text: assertionIn(text), certificate }
  } catch {
    throw new Rejection('signature', 'E_DECRYPT_OR_SIGNATURE')
  }
}

function withoutOuterSignature({ root }: Shape): string {
  const outer = onlyChild(root, 'signature', 'Signature')
  if (outer) root.removeChild(outer)
  return root.toString()
}

function assertionIn(text: string): string {
  const signed = parsed(text)
  if (signed.localName === 'Assertion') return text
  const assertion = onlyChild(signed, 'assertion', 'Assertion', 'signature')
  must(assertion, 'signature', 'E_ASSERTION')
  return assertion.toString()
}
