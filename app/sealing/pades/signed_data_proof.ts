import { createHash, verify, X509Certificate } from 'node:crypto'
import type { SignerInfo } from '@peculiar/asn1-cms'
import { AsnConvert, AsnObjectIdentifierConverter, OctetString } from '@peculiar/asn1-schema'
import { hasAcceptedKey } from './accepted_keys.js'
import { OID } from './object_identifiers.js'
import { SIGNATURE_HASHES, type HashName } from './signature_algorithms.js'
import { encodeForSigning } from './signed_attributes.js'
import { SignedContentInfo, type SignedContent } from './signed_content.js'
import { hashName, SigningCertificate, SigningCertificateV2 } from './signing_certificate.js'
import Uncheckable from '../errors/uncheckable.js'
import Unproven from '../errors/unproven.js'

/** RFC 8017, A.1: plain RSA, which takes the signer's digest algorithm. */
const RSA_ENCRYPTION = '1.2.840.113549.1.1.1'

/**
 * A CMS SignedData of somebody else that carries its content, found to be true (RFC 5652, 5.6): the
 * digest is that of the content, the attributes are signed by the certificate they name (RFC 5035).
 */
export class SignedDataProof {
  readonly signer: X509Certificate
  readonly content: Buffer
  /** All that are enclosed. */
  readonly certificates: X509Certificate[]
  /** False where browsers lack its algorithm: then all holds but the signature, of which nothing is known. */
  readonly isChecked: boolean

  /** @throws E_UNPROVEN, by `Uncheckable` where it uses algorithms that are not accepted */
  static of(der: Uint8Array, contentType: string): SignedDataProof {
    const proof = SignedDataProof.read(der, contentType)
    if (!proof.isChecked) throw new Uncheckable()
    return proof
  }

  /** The same, whether it can be checked or not. @throws E_UNPROVEN */
  static read(der: Uint8Array, contentType: string): SignedDataProof {
    return new SignedDataProof(der, contentType)
  }

  private constructor(der: Uint8Array, contentType: string) {
    const signedData = parseSignedData(der)
    const signer = onlySigner(signedData)
    const attributes = new SignedAttributeValues(signer)
    this.content = contentOf(signedData, contentType)
    this.certificates = certificatesOf(signedData)
    this.signer = this.#signerNamedBy(attributes)

    this.#proveContent(signer, attributes, contentType)
    this.isChecked = this.#proveAttributes(signer)
  }

  #signerNamedBy(attributes: SignedAttributeValues): X509Certificate {
    const v2 = attributes.get(OID.signingCertificateV2)
    const v1 = attributes.get(OID.signingCertificate)
    const named = v2
      ? AsnConvert.parse(v2, SigningCertificateV2)
      : v1
        ? AsnConvert.parse(v1, SigningCertificate)
        : null
    if (!named) throw new Unproven('the signature does not say which certificate it belongs to')
    const signer = this.certificates.find(({ raw }) => named.names(raw))
    if (!signer) throw new Unproven('the certificate that the signature names is not enclosed')
    return signer
  }

  #proveContent(
    { digestAlgorithm }: SignerInfo,
    attributes: SignedAttributeValues,
    contentType: string
  ) {
    const hash = hashName(digestAlgorithm.algorithm)
    if (!hash) throw new Unproven('the signature uses a digest that is not accepted')
    const type = attributes.get(OID.contentType)
    if (!type || !isObjectIdentifier(type, contentType)) {
      throw new Unproven('the signature is about another kind of content')
    }
    const stated = attributes.get(OID.messageDigest)
    if (!stated) throw new Unproven('the signature states no digest')
    const digest = createHash(hash).update(this.content).digest()
    if (!digest.equals(Buffer.from(AsnConvert.parse(stated, OctetString).buffer))) {
      throw new Unproven('the content was changed after it was signed')
    }
  }

  /** @returns whether its algorithms are accepted */
  #proveAttributes({
    signedAttrs,
    signatureAlgorithm,
    digestAlgorithm,
    signature,
  }: SignerInfo): boolean {
    const hash = signatureHash({ signatureAlgorithm, digestAlgorithm })
    if (!hash || !hasAcceptedKey(this.signer)) return false
    const signed = encodeForSigning(signedAttrs!)
    if (!verify(hash, signed, this.signer.publicKey, Buffer.from(signature.buffer))) {
      throw new Unproven('the signature is not by the certificate that it names')
    }
    return true
  }
}

/** The digest that is signed; none for an algorithm that is not accepted. */
export function signatureHash({
  signatureAlgorithm: { algorithm },
  digestAlgorithm,
}: Pick<SignerInfo, 'signatureAlgorithm' | 'digestAlgorithm'>): HashName | null {
  if (algorithm === RSA_ENCRYPTION) return hashName(digestAlgorithm.algorithm)
  return SIGNATURE_HASHES[algorithm] ?? null
}

/** Every attribute once, with one value: two of a kind would leave open which one counts. */
export class SignedAttributeValues {
  #values = new Map<string, ArrayBuffer>()

  constructor({ signedAttrs }: SignerInfo) {
    if (!signedAttrs) throw new Unproven('the signature has no signed attributes')
    for (const { attrType, attrValues } of signedAttrs) {
      if (this.#values.has(attrType) || attrValues.length !== 1) {
        throw new Unproven('a signed attribute is there twice')
      }
      this.#values.set(attrType, attrValues[0]!)
    }
  }

  get(type: string) {
    return this.#values.get(type)
  }
}

export function parseSignedData(der: Uint8Array): SignedContent {
  try {
    const { contentType, content } = AsnConvert.parse(der, SignedContentInfo)
    if (contentType !== OID.signedData) throw new Unproven('there is no signature inside')
    return content
  } catch (cause) {
    throw cause instanceof Unproven
      ? cause
      : new Unproven('the signature cannot be read', { cause })
  }
}

export function onlySigner({ signerInfos }: SignedContent): SignerInfo {
  if (signerInfos.length !== 1) throw new Unproven('the signature does not have one signer')
  return signerInfos[0]!
}

function contentOf({ encapContentInfo }: SignedContent, type: string): Buffer {
  if (encapContentInfo.eContentType !== type) {
    throw new Unproven('the signature is about another kind of content')
  }
  const content = encapContentInfo.eContent?.single
  if (!content) throw new Unproven('the signature is about nothing')
  return Buffer.from(content.buffer)
}

/** X.690: a certificate is a SEQUENCE; the other choices, which are tagged, are of no use here. */
const SEQUENCE_TAG = 0x30

export function certificatesOf({ certificates }: SignedContent): X509Certificate[] {
  return certificates.filter(([tag]) => tag === SEQUENCE_TAG).map((der) => new X509Certificate(der))
}

function isObjectIdentifier(der: ArrayBuffer, expected: string): boolean {
  return Buffer.from(AsnObjectIdentifierConverter.toASN(expected).toBER()).equals(Buffer.from(der))
}
