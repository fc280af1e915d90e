import {
  Attribute,
  CMSVersion,
  DigestAlgorithmIdentifier,
  DigestAlgorithmIdentifiers,
  SignerInfo,
  SignerInfos,
} from '@peculiar/asn1-cms'
import { AsnConvert, AsnObjectIdentifierConverter, OctetString } from '@peculiar/asn1-schema'
import { OID } from './object_identifiers.js'
import { encodeForSigning } from './signed_attributes.js'
import { SignedContentInfo } from './signed_content.js'
import { SigningIdentity } from './signing_identity.js'

/** What a signature consists of, once it is made. */
export interface SignatureParts {
  certificate: Uint8Array
  chain: Uint8Array[]
  digest: Uint8Array
  /** Over the signed attributes: ECDSA in DER, or RSA, by the key of the certificate. */
  value: Uint8Array
}

const SHA_256 = new DigestAlgorithmIdentifier({ algorithm: OID.sha256 })
const DATA = AsnObjectIdentifierConverter.toASN(OID.data).toBER()

/**
 * A detached CMS signature as PAdES baseline wants it (ETSI EN 319 142-1): content-type,
 * message-digest and signing-certificate-v2 are signed; the time of signing stands in the PDF.
 */
export class CmsSignature {
  /** The signed attributes in the encoding that the value is over. */
  readonly toBeSigned: Buffer
  #signer: SignerInfo
  #info: SignedContentInfo

  static of(parts: SignatureParts): CmsSignature {
    return new CmsSignature(parts)
  }

  private constructor({ certificate, chain, digest, value }: SignatureParts) {
    const identity = SigningIdentity.of(certificate)
    const attributes = inDerOrder([
      attribute(OID.contentType, DATA),
      attribute(OID.messageDigest, AsnConvert.serialize(new OctetString(digest))),
      attribute(OID.signingCertificateV2, identity.signingCertificate),
    ])
    this.toBeSigned = encodeForSigning(attributes)
    this.#signer = new SignerInfo({
      version: CMSVersion.v1,
      sid: identity.identifier,
      digestAlgorithm: SHA_256,
      signedAttrs: attributes,
      signatureAlgorithm: identity.algorithm,
      signature: new OctetString(value),
    })
    this.#info = new SignedContentInfo()
    this.#info.content.digestAlgorithms = new DigestAlgorithmIdentifiers([SHA_256])
    this.#info.content.certificates = [certificate, ...chain]
    this.#info.content.signerInfos = new SignerInfos([this.#signer])
  }

  /** The bytes that a time stamp is about (ETSI EN 319 122-1, 5.3). */
  get value(): Uint8Array {
    return new Uint8Array(this.#signer.signature.buffer)
  }

  set value(value: Uint8Array) {
    this.#signer.signature = new OctetString(value)
  }

  /** @param token  DER of a TimeStampToken over `value`; makes B-T of B-B */
  addTimestamp(token: Uint8Array) {
    this.#signer.unsignedAttrs = [attribute(OID.timeStampToken, new Uint8Array(token).buffer)]
  }

  encode(): Buffer {
    return Buffer.from(AsnConvert.serialize(this.#info))
  }
}

function attribute(type: string, value: ArrayBuffer) {
  return new Attribute({ attrType: type, attrValues: [value] })
}

/** DER sorts the members of a SET OF by their encodings (X.690, 11.6). */
function inDerOrder(attributes: Attribute[]) {
  return attributes
    .map((entry) => ({ entry, der: Buffer.from(AsnConvert.serialize(entry)) }))
    .sort((a, b) => Buffer.compare(a.der, b.der))
    .map(({ entry }) => entry)
}
