import { must } from './rejection.js'
import { difference, instant } from './times.js'
import { attribute, children, is, onlyChild, textOf } from './xml.js'
import type { GateSettings } from './settings.js'
import type { XmlElement } from './libraries.js'

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
const MAX_ATTRIBUTES = 200
const MAX_VALUES = 1_000
/** Those of SAML's own formats have 256 at most; it is compared whole, so none is cut. */
const MAX_NAME_ID = 512

/** What a provider says of a person. */
export interface ProfileAttribute {
  name: string
  friendlyName: string | null
  values: string[]
}

/** What was read from the signed bytes of an assertion. Times are milliseconds. */
export interface Assertion {
  id: string
  nameId: string
  nameIdFormat: string | null
  sessionIndex: string | null
  attributes: ProfileAttribute[]
  /** From then on it proves nothing, on any clock that we accept. */
  expiresAt: number
  sessionEndsAt: number | null
  authenticatedAt: number
  authenticationContext: string | null
  /** Null for one that nobody asked for. */
  inResponseTo: string | null
}

interface Measure {
  settings: GateSettings
  now: number
  /** The message's own, which nobody need have signed. */
  outerInResponseTo: string | null
}

/** @param assertion  parsed from the signed bytes, and from nothing else. @throws Rejection */
export function readAssertion(
  assertion: XmlElement,
  measure: Measure,
  passed: (...checks: ('assertion' | 'in_response_to' | 'session')[]) => void
): Assertion {
  const { settings, now, outerInResponseTo } = measure
  must(is(assertion, 'assertion', 'Assertion'), 'assertion', 'E_ASSERTION')
  const id = attribute(assertion, 'ID')
  must(id, 'assertion', 'E_ID')
  assertOrigin(assertion, settings)
  const conditionsEnd = assertConditions(assertion, settings, now)
  const subject = onlyChild(assertion, 'assertion', 'Subject', 'assertion')
  must(subject, 'assertion', 'E_NO_SUBJECT')
  const { nameId, nameIdFormat } = readName(subject)
  const confirmation = confirmedBy(subject, settings, now)
  passed('assertion')
  const inner = attribute(confirmation.data, 'InResponseTo') || null
  assertAnswer(inner, outerInResponseTo || null, settings)
  passed('in_response_to')
  const session = readSession(assertion, settings, now)
  passed('session')
  const attributes = readAttributes(assertion)
  const expiresAt = Math.max(conditionsEnd, confirmation.end) + settings.skewMs
  return { id, nameId, nameIdFormat, ...session, attributes, expiresAt, inResponseTo: inner }
}

function assertOrigin(assertion: XmlElement, { provider }: GateSettings): void {
  must(attribute(assertion, 'Version') === '2.0', 'assertion', 'E_VERSION')
  const issuer = textOf(onlyChild(assertion, 'assertion', 'Issuer', 'assertion'))
  must(issuer === provider.entityId, 'assertion', 'E_ISSUER', {
    expected: provider.entityId,
    received: issuer ?? 'none',
  })
}

function assertConditions(
  assertion: XmlElement,
  { entityId, skewMs }: GateSettings,
  now: number
): number {
  const conditions = onlyChild(assertion, 'assertion', 'Conditions', 'assertion')
  must(conditions, 'assertion', 'E_NO_CONDITIONS')
  // one that we do not know would have to be understood (SAML core, 2.5.1)
  must(children(conditions, 'assertion', 'Condition').length === 0, 'assertion', 'E_CONDITION')
  if (conditions.hasAttribute('NotBefore')) {
    const start = instant(attribute(conditions, 'NotBefore'), 'assertion', 'E_NOT_BEFORE')
    must(now + skewMs >= start, 'assertion', 'E_NOT_BEFORE', difference(start, now))
  }
  const end = instant(attribute(conditions, 'NotOnOrAfter'), 'assertion', 'E_EXPIRED')
  must(now - skewMs < end, 'assertion', 'E_EXPIRED', difference(end, now))
  assertAudience(conditions, entityId)
  return end
}

/** Of several restrictions each has to name us (SAML core, 2.5.1.4). */
function assertAudience(conditions: XmlElement, entityId: string): void {
  const restrictions = children(conditions, 'assertion', 'AudienceRestriction').map((one) =>
    children(one, 'assertion', 'Audience').map(textOf)
  )
  const isForUs =
    restrictions.length > 0 && restrictions.every((audiences) => audiences.includes(entityId))
  must(isForUs, 'assertion', 'E_AUDIENCE', {
    expected: entityId,
    received: restrictions.flat().join(', ') || 'none',
  })
}

/** One text node: whatever else stands in it would be read differently by somebody. */
function readName(subject: XmlElement): { nameId: string; nameIdFormat: string | null } {
  const name = onlyChild(subject, 'assertion', 'NameID', 'assertion')
  const text = textOf(name)
  must(
    text !== null && text.trim() !== '' && name?.childNodes.length === 1,
    'assertion',
    'E_NAMEID'
  )
  must(text.length <= MAX_NAME_ID, 'assertion', 'E_NAMEID', {
    expected: `at most ${MAX_NAME_ID} characters`,
    received: String(text.length),
  })
  return { nameId: text, nameIdFormat: attribute(name, 'Format') }
}

function confirmedBy(
  subject: XmlElement,
  { acsUrl, skewMs }: GateSettings,
  now: number
): { data: XmlElement; end: number } {
  const bearers = children(subject, 'assertion', 'SubjectConfirmation').filter(
    (one) => attribute(one, 'Method') === BEARER
  )
  must(bearers.length === 1, 'assertion', 'E_CONFIRMATION', {
    expected: 'one bearer confirmation',
    received: String(bearers.length),
  })
  const data = onlyChild(bearers[0], 'assertion', 'SubjectConfirmationData', 'assertion')
  must(data && !data.hasAttribute('NotBefore'), 'assertion', 'E_CONFIRMATION')
  const recipient = attribute(data, 'Recipient')
  must(recipient === acsUrl, 'assertion', 'E_RECIPIENT', {
    expected: acsUrl,
    received: recipient ?? 'none',
  })
  const end = instant(attribute(data, 'NotOnOrAfter'), 'assertion', 'E_EXPIRED')
  must(now - skewMs < end, 'assertion', 'E_EXPIRED', difference(end, now))
  return { data, end }
}

/** What was signed counts; the message may repeat it, and say nothing else. */
function assertAnswer(
  inner: string | null,
  outer: string | null,
  { allowsUnsolicited }: GateSettings
): void {
  if (inner === null && outer === null)
    return must(allowsUnsolicited, 'in_response_to', 'E_UNSOLICITED')
  must(inner !== null && (outer === null || outer === inner), 'in_response_to', 'E_IN_RESPONSE_TO')
}

/** Of several statements none may have ended. The first says who and how; the one that ends first, until when (SAML profiles, 4.1.4.3). */
function readSession(
  assertion: XmlElement,
  { skewMs }: GateSettings,
  now: number
): Pick<Assertion, 'sessionIndex' | 'sessionEndsAt' | 'authenticatedAt' | 'authenticationContext'> {
  const statements = children(assertion, 'assertion', 'AuthnStatement')
  const [statement] = statements
  must(statement, 'session', 'E_NO_AUTHN')
  const authenticatedAt = instant(attribute(statement, 'AuthnInstant'), 'session', 'E_SESSION')
  const ends = statements
    .filter((one) => one.hasAttribute('SessionNotOnOrAfter'))
    .map((one) => instant(attribute(one, 'SessionNotOnOrAfter'), 'session', 'E_SESSION'))
  const sessionEndsAt = ends.length === 0 ? null : Math.min(...ends)
  must(sessionEndsAt === null || now - skewMs < sessionEndsAt, 'session', 'E_SESSION', {
    ...difference(sessionEndsAt ?? now, now),
  })
  const context = onlyChild(statement, 'assertion', 'AuthnContext', 'session')
  return {
    sessionIndex: attribute(statement, 'SessionIndex'),
    sessionEndsAt,
    authenticatedAt,
    authenticationContext: context
      ? textOf(onlyChild(context, 'assertion', 'AuthnContextClassRef', 'session'))
      : null,
  }
}

function readAttributes(assertion: XmlElement): ProfileAttribute[] {
  return children(assertion, 'assertion', 'AttributeStatement')
    .flatMap((statement) => children(statement, 'assertion', 'Attribute'))
    .slice(0, MAX_ATTRIBUTES)
    .map((one) => ({
      name: attribute(one, 'Name') ?? '',
      friendlyName: attribute(one, 'FriendlyName'),
      values: children(one, 'assertion', 'AttributeValue')
        .slice(0, MAX_VALUES)
        .map((value) => textOf(value) ?? ''),
    }))
}
