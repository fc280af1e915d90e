import {
  CANONICALISATIONS,
  CIPHERS,
  DIGESTS,
  ENVELOPED,
  isOneOf,
  KEY_TRANSPORTS,
  SIGNATURES,
} from './algorithms.js'
import { must } from './rejection.js'
import { attribute, children, childrenOf, is, onlyChild, within } from './xml.js'
import type { XmlElement } from './libraries.js'

export type MessageKind = 'Response' | 'LogoutRequest' | 'LogoutResponse'

const MESSAGES = ['Response', 'LogoutRequest', 'LogoutResponse', 'AuthnRequest']
/** Identity providers name one or two prefixes. */
const MAX_PREFIX_LIST = 200
const ID_ATTRIBUTES = ['ID', 'Id', 'id']

export interface Shape {
  root: XmlElement
  /** Of the message first, then that of its assertion. */
  signatures: XmlElement[]
  assertion: XmlElement | undefined
  encrypted: XmlElement | undefined
}

/**
 * Where elements may stand in a message. Signatures are wrapped around something else by moving what they sign: here each signs its own parent, which
 * is the message or its one assertion, and nothing that could hold another stands anywhere.
 */
export function shapeOf(root: XmlElement, kind: MessageKind): Shape {
  must(is(root, 'protocol', kind), 'shape', 'E_ROOT', {
    expected: kind,
    received: root.localName,
  })
  const all = within(root)
  assertDistinctIds(all)
  for (const element of all) assertPlace(element, root, kind)
  onlyChild(root, 'signature', 'Signature')
  const [assertions, encrypted] = ['Assertion', 'EncryptedAssertion'].map((name) =>
    children(root, 'assertion', name)
  )
  if (kind === 'Response')
    must(assertions.length + encrypted.length === 1, 'shape', 'E_ASSERTION_COUNT', {
      expected: '1',
      received: String(assertions.length + encrypted.length),
    })
  if (assertions.length > 0) onlyChild(assertions[0], 'signature', 'Signature')
  const signatures = all.filter((element) => is(element, 'signature', 'Signature'))
  return { root, signatures, assertion: assertions[0], encrypted: encrypted[0] }
}

/** Before anything is decrypted: a library would take what it is given. */
export function assertEncryption(encrypted: XmlElement): void {
  const methods = within(encrypted).filter(({ localName }) => localName === 'EncryptionMethod')
  must(methods.length === 2, 'encryption', 'E_ENCALG', { received: `${methods.length} methods` })
  for (const method of methods) {
    const algorithm = attribute(method, 'Algorithm')
    const isOfKey = (method.parentNode as XmlElement).localName === 'EncryptedKey'
    must(isOneOf(isOfKey ? KEY_TRANSPORTS : CIPHERS, algorithm), 'encryption', 'E_ENCALG', {
      expected: isOfKey ? 'RSA-OAEP' : 'AES-GCM or AES-CBC',
      received: algorithm ?? 'none',
    })
  }
}

function assertDistinctIds(all: readonly XmlElement[]): void {
  const ids = all.flatMap((element) =>
    ID_ATTRIBUTES.filter((name) => element.hasAttribute(name)).map((name) =>
      element.getAttribute(name)
    )
  )
  must(new Set(ids).size === ids.length, 'shape', 'E_DUPLICATE_ID')
}

function assertPlace(element: XmlElement, root: XmlElement, kind: MessageKind): void {
  const name = element.localName
  if (MESSAGES.includes(name)) must(element === root, 'shape', 'E_NESTED_MESSAGE')
  if (name === 'Assertion' || name === 'EncryptedAssertion')
    must(kind === 'Response' && isChild(element, root, name), 'shape', 'E_ASSERTION_PLACE')
  if (name === 'Signature') assertSignature(element, root)
  must(!is(element, 'protocol', 'Extensions') && name !== 'Advice', 'shape', 'E_EXTENSIONS')
}

function isChild(element: XmlElement, root: XmlElement, name: string): boolean {
  return element.parentNode === root && is(element, 'assertion', name)
}

/** One reference, to the parent by its id; no object that could hold another message (XML signature, 4.4 and 4.5). */
function assertSignature(signature: XmlElement, root: XmlElement): void {
  const parent = signature.parentNode as XmlElement
  const isInPlace = parent === root || isChild(parent, root, 'Assertion')
  must(is(signature, 'signature', 'Signature') && isInPlace, 'shape', 'E_SIGNATURE_PLACE')
  must(children(signature, 'signature', 'Object').length === 0, 'shape', 'E_SIGNATURE_OBJECT')
  const info = onlyChild(signature, 'signature', 'SignedInfo')
  must(info, 'shape', 'E_SIGNATURE_SHAPE')
  assertAlgorithm(info, 'CanonicalizationMethod', CANONICALISATIONS, 'E_C14N')
  assertAlgorithm(info, 'SignatureMethod', SIGNATURES, 'E_SIGALG')
  const references = children(info, 'signature', 'Reference')
  must(references.length === 1, 'shape', 'E_REFERENCES')
  const [reference] = references
  const id = attribute(parent, 'ID')
  must(id && attribute(reference, 'URI') === `#${id}`, 'shape', 'E_REFERENCE')
  assertAlgorithm(reference, 'DigestMethod', DIGESTS, 'E_DIGALG')
  assertTransforms(reference)
}

function assertAlgorithm(
  parent: XmlElement,
  name: string,
  allowed: readonly string[],
  code: string
): void {
  const algorithm = attribute(onlyChild(parent, 'signature', name), 'Algorithm')
  must(isOneOf(allowed, algorithm), 'shape', code, {
    expected: allowed.map(lastPart).join(' or '),
    received: algorithm ?? 'none',
  })
}

function assertTransforms(reference: XmlElement): void {
  const list = onlyChild(reference, 'signature', 'Transforms')
  const transforms = list ? children(list, 'signature', 'Transform') : []
  const algorithms = transforms.map((transform) => attribute(transform, 'Algorithm'))
  const areAllowed = algorithms.every((one) => one === ENVELOPED || isOneOf(CANONICALISATIONS, one))
  must(
    areAllowed && algorithms.length <= 2 && algorithms.includes(ENVELOPED),
    'shape',
    'E_TRANSFORMS',
    { received: algorithms.join(', ') || 'none' }
  )
  transforms.forEach(assertPrefixes)
}

/** Each of them is looked for at each element. */
function assertPrefixes(transform: XmlElement): void {
  const list = onlyChild(transform, 'exclusive', 'InclusiveNamespaces')
  const isShort = (attribute(list, 'PrefixList') ?? '').length <= MAX_PREFIX_LIST
  must(isShort && childrenOf(transform).length <= 1, 'shape', 'E_TRANSFORMS', {
    expected: `prefixes of at most ${MAX_PREFIX_LIST} characters`,
  })
}

function lastPart(algorithm: string): string {
  return algorithm.slice(algorithm.lastIndexOf('#') + 1)
}
