import { decodedPost, decodedRedirect } from './encoded.js'
import { verifiedQuery, type QueryField } from './query_signature.js'
import { must } from './rejection.js'
import { faultOf, MAX_AGE_MS, type Examined } from './response.js'
import { assertValid } from './schemas.js'
import { shapeOf } from './shape.js'
import { verifiedText } from './signatures.js'
import { difference, instant } from './times.js'
import { attribute, children, onlyChild, parsed, textOf } from './xml.js'
import type { Check } from './check.js'
import type { GateSettings } from './settings.js'
import type { XmlElement } from './libraries.js'

const KINDS = { SAMLRequest: 'LogoutRequest', SAMLResponse: 'LogoutResponse' } as const

/** A message of log-out as it came in. */
export type LogoutInput =
  | { binding: 'redirect'; rawQuery: string; field: QueryField }
  | { binding: 'post'; message: unknown; field: QueryField; relayState: string | null }

export interface LogoutMessage {
  kind: 'LogoutRequest' | 'LogoutResponse'
  id: string
  relayState: string | null
  /** From then on it is refused anyway; milliseconds. */
  expiresAt: number
  /** Of a response: the request that it answers. */
  inResponseTo: string | null
  /** Of a response: whether the provider logged the person out. */
  isSuccess: boolean
  /** Of a request: who is to be logged out. */
  nameId: string
  /** Of a request: which sessions; all where there are none. */
  sessionIndexes: string[]
}

const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success'

/** Whether a message of the Single Logout profile is the provider's, fresh and for us. It has to be signed in either binding. */
export async function examineLogout(
  input: LogoutInput,
  settings: GateSettings,
  now: number
): Promise<Examined<LogoutMessage>> {
  const passed: Check[] = []
  try {
    return { result: verified(input, settings, now, passed), passed }
  } catch (error) {
    return { fault: faultOf(error, passed), passed }
  }
}

function verified(
  input: LogoutInput,
  settings: GateSettings,
  now: number,
  passed: Check[]
): LogoutMessage {
  const kind = KINDS[input.field]
  const { xml, relayState } = opened(input, settings)
  passed.push('encoding', 'characters')
  const root = parsed(xml)
  passed.push('markup', 'size', 'xml')
  assertValid(xml, 'protocol')
  passed.push('schema')
  const shape = shapeOf(root, kind)
  passed.push('shape')
  const authentic =
    input.binding === 'redirect' ? root : parsed(verifiedText(xml, shape, settings.provider).text)
  passed.push('signature')
  const message = { kind, relayState, ...read(authentic, settings, now) }
  passed.push('response')
  return message
}

/** The Redirect binding's signature is over the query: nothing is opened before it has been verified. */
function opened(
  input: LogoutInput,
  { provider }: GateSettings
): { xml: string; relayState: string | null } {
  if (input.binding === 'post')
    return { xml: decodedPost(input.message), relayState: input.relayState }
  const { message, relayState } = verifiedQuery(input.rawQuery, input.field, provider.certificates)
  return { xml: decodedRedirect(message), relayState }
}

/** @param root  of what was signed */
function read(
  root: XmlElement,
  settings: GateSettings,
  now: number
): Omit<LogoutMessage, 'kind' | 'relayState'> {
  const id = attribute(root, 'ID')
  must(id && attribute(root, 'Version') === '2.0', 'response', 'E_VERSION')
  const issuer = textOf(onlyChild(root, 'assertion', 'Issuer', 'response'))
  must(issuer === settings.provider.entityId, 'response', 'E_ISSUER', {
    expected: settings.provider.entityId,
    received: issuer ?? 'none',
  })
  const destination = attribute(root, 'Destination')
  must(destination === settings.sloUrl, 'response', 'E_DESTINATION', {
    expected: settings.sloUrl,
    received: destination ?? 'none',
  })
  assertFresh(root, settings, now)
  const isRequest = root.localName === 'LogoutRequest'
  return {
    id,
    expiresAt: now + 2 * (MAX_AGE_MS + settings.skewMs),
    inResponseTo: attribute(root, 'InResponseTo'),
    isSuccess: isRequest || isSuccess(root),
    nameId: isRequest ? nameIn(root) : '',
    sessionIndexes: children(root, 'protocol', 'SessionIndex').map((one) => textOf(one) ?? ''),
  }
}

function assertFresh(root: XmlElement, { skewMs }: GateSettings, now: number): void {
  const issuedAt = instant(attribute(root, 'IssueInstant'), 'response', 'E_ISSUE_INSTANT')
  const isFresh = Math.abs(now - issuedAt) <= MAX_AGE_MS + skewMs
  must(isFresh, 'response', 'E_ISSUE_INSTANT', difference(issuedAt, now))
  if (!root.hasAttribute('NotOnOrAfter')) return
  const end = instant(attribute(root, 'NotOnOrAfter'), 'response', 'E_EXPIRED')
  must(now - skewMs < end, 'response', 'E_EXPIRED', difference(end, now))
}

function nameIn(root: XmlElement): string {
  const name = onlyChild(root, 'assertion', 'NameID', 'response')
  const text = textOf(name)
  must(text !== null && text.trim() !== '' && name?.childNodes.length === 1, 'response', 'E_NAMEID')
  return text
}

function isSuccess(root: XmlElement): boolean {
  const status = onlyChild(root, 'protocol', 'Status', 'response')
  const code = status && onlyChild(status, 'protocol', 'StatusCode', 'response')
  return attribute(code, 'Value') === SUCCESS
}
