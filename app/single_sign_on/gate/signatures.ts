import { X509Certificate } from 'node:crypto'
import { isSignedBy } from './algorithms.js'
import { SignedXml, type XmlElement } from './libraries.js'
import type { GateSettings } from './settings.js'
import { must } from './rejection.js'
import { SamlLib, signer } from './samlify.js'
import { attribute, onlyChild, parsed, textOf } from './xml.js'
import type { Shape } from './shape.js'

type Provider = GateSettings['provider']

interface Verified {
  /** The canonical text that was signed: of the message where that is signed, else of its assertion. */
  text: string
  /** Base64 of DER. */
  certificate: string
}

/**
 * Every signature of a message has to verify, with a certificate of the provider and never with one that came along; then the library has to
 * find the same. What is returned was signed; the rest of the message is not read any more.
 *
 * @param xml  the message that `shape` was made of
 * @throws Rejection
 */
export function verifiedText(xml: string, { signatures }: Shape, provider: Provider): Verified {
  must(signatures.length > 0, 'signature', 'E_UNSIGNED')
  const [outermost] = signatures.map((signature) => verifiedBy(xml, signature, provider))
  const { text, certificate } = outermost
  must(agrees(xml, provider.entityId, certificate), 'signature', 'E_SIGNATURE')
  return { text, certificate }
}

function verifiedBy(xml: string, signature: XmlElement, provider: Provider): Verified {
  const certificate = signerOf(signature, provider)
  must(certificate !== undefined, 'signature', 'E_SIGNATURE')
  const text = signedText(xml, signature, certificate)
  must(text !== null, 'signature', 'E_SIGNATURE')
  return { text, certificate }
}

/**
 * The certificate whose key made the signature's value. That is cheap to find out, and comes first: only then is the whole message canonicalised
 * and compared with what was signed.
 */
function signerOf(signature: XmlElement, { certificates }: Provider): string | undefined {
  const info = onlyChild(signature, 'signature', 'SignedInfo')!
  const algorithm = attribute(onlyChild(info, 'signature', 'SignatureMethod'), 'Algorithm')!
  const value = textOf(onlyChild(signature, 'signature', 'SignatureValue')) ?? ''
  const bytes = Buffer.from(value, 'base64')
  try {
    const verifier = verifierWith(certificates[0], signature)
    const signed = verifier.getCanonSignedInfoXml(signature.ownerDocument)
    return certificates.find((one) =>
      isSignedBy(
        new X509Certificate(Buffer.from(one, 'base64')).publicKey,
        algorithm,
        signed,
        bytes
      )
    )
  } catch {
    return undefined
  }
}

/** @returns null unless what is there now is what was signed */
function signedText(xml: string, signature: XmlElement, certificate: string): string | null {
  try {
    const verifier = verifierWith(certificate, signature)
    if (!verifier.checkSignature(xml)) return null
    const [text, ...others] = verifier.getSignedReferences()
    return others.length === 0 && isAbout(text, signature.parentNode as XmlElement) ? text : null
  } catch {
    return null
  }
}

function verifierWith(certificate: string, signature: XmlElement) {
  const verifier = new SignedXml({ publicCert: pem(certificate), getCertFromKeyInfo: () => null })
  verifier.loadSignature(signature)
  return verifier
}

function isAbout(text: string, parent: XmlElement): boolean {
  const signed = parsed(text)
  return (
    signed.localName === parent.localName &&
    signed.namespaceURI === parent.namespaceURI &&
    attribute(signed, 'ID') === attribute(parent, 'ID')
  )
}

/** It compares the certificate that came along with the message, too. */
function agrees(xml: string, entityId: string, certificate: string): boolean {
  try {
    const [isVerified] = SamlLib.verifySignature(xml, {
      metadata: signer(entityId, certificate).entityMeta,
    })
    return isVerified
  } catch {
    return false
  }
}

function pem(certificate: string): string {
  const lines = certificate.match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}
