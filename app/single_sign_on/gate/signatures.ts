import { createHash, X509Certificate } from 'node:crypto'
import { digestOf, isSignedBy } from './algorithms.js'
import { SignedPart } from './canonical_text.js'
import type { GateSettings } from './settings.js'
import { must } from './rejection.js'
import { attribute, is, onlyChild, parsed, textOf, within } from './xml.js'
import type { XmlElement } from './libraries.js'
import type { Shape } from './shape.js'

type Provider = GateSettings['provider']

interface Verified {
  /** The canonical text that was signed: of the message where that is signed, else of its assertion. */
  text: string
  /** Base64 of DER. */
  certificate: string
}

/**
 * Every signature of a message has to verify, with a certificate of the provider and never with one that came along. What is returned was signed; the
 * rest of the message is not read any more.
 *
 * @param xml  the message that `shape` was made of
 * @throws Rejection
 */
export function verifiedText(xml: string, { signatures }: Shape, provider: Provider): Verified {
  must(signatures.length > 0, 'signature', 'E_UNSIGNED')
  const [outermost] = signatures.map((signature) => verifiedBy(xml, signature, provider))
  return outermost
}

/**
 * A chain of bytes (XML signature, 3.2): the provider's key made the signature's value over the canonical text of SignedInfo; that text, parsed anew,
 * names the digest of the canonical text of what is signed.
 */
function verifiedBy(xml: string, signature: XmlElement, provider: Provider): Verified {
  using part = SignedPart.find(xml, signature)
  const signed = textBy(() => part?.info())
  must(part && signed, 'signature', 'E_SIGNATURE')
  const info = parsed(signed)
  const certificate = signerOf(signature, info, signed, provider)
  must(certificate !== undefined, 'signature', 'E_SIGNATURE')
  must(isShown(signature, certificate), 'signature', 'E_SIGNATURE')
  const text = textBy(() => part.content())
  must(text && isDigest(info, signature, text), 'signature', 'E_SIGNATURE')
  return { text, certificate }
}

function textBy(canonicalise: () => string | undefined): string | undefined {
  try {
    return canonicalise()
  } catch {
    return undefined
  }
}

function signerOf(
  signature: XmlElement,
  info: XmlElement,
  text: string,
  { certificates }: Provider
): string | undefined {
  const method = onlyChild(info, 'signature', 'SignatureMethod')
  const value = textOf(onlyChild(signature, 'signature', 'SignatureValue')) ?? ''
  const bytes = Buffer.from(value, 'base64')
  return certificates.find((one) => {
    const { publicKey } = new X509Certificate(Buffer.from(one, 'base64'))
    return isSignedBy(publicKey, attribute(method, 'Algorithm') ?? '', text, bytes)
  })
}

/** Certificates that came along prove nothing, but where there are any, the signer's has to be one of them. */
function isShown(signature: XmlElement, certificate: string): boolean {
  const shown = within(signature).filter((one) => is(one, 'signature', 'X509Certificate'))
  const texts = shown.map((one) => (textOf(one) ?? '').replaceAll(/\s/g, ''))
  return texts.length === 0 || texts.includes(certificate)
}

function isDigest(info: XmlElement, signature: XmlElement, content: string): boolean {
  const reference = onlyChild(info, 'signature', 'Reference')
  if (!reference) return false
  const id = attribute(signature.parentNode as XmlElement, 'ID')
  const algorithm = attribute(onlyChild(reference, 'signature', 'DigestMethod'), 'Algorithm')
  const value = textOf(onlyChild(reference, 'signature', 'DigestValue')) ?? ''
  const digest = createHash(digestOf(algorithm ?? ''))
    .update(content)
    .digest()
  return attribute(reference, 'URI') === `#${id}` && digest.equals(Buffer.from(value, 'base64'))
}
