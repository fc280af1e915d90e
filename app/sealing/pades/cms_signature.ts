import { DigestAlgorithmIdentifier, EncapsulatedContentInfo } from '@peculiar/asn1-cms'
import { AsnConvert, AsnObjectIdentifierConverter } from '@peculiar/asn1-schema'
import { DER } from '../der.js'
import { OID } from './object_identifiers.js'
import { SigningIdentity } from './signing_identity.js'

/** What a signature consists of, once it is made. */
export interface SignatureParts {
  certificate: Uint8Array
  chain: Uint8Array[]
  digest: Uint8Array
  /** Over the signed attributes: ECDSA in DER, or RSA, by the key of the certificate. */
  value: Uint8Array
}

/** RFC 5652, 5.1 and 5.3: both kinds of version are 1. */
const VERSION = DER.integer(Buffer.of(1))
const SHA_256 = encoded(new DigestAlgorithmIdentifier({ algorithm: OID.sha256 }))
const NOTHING_INSIDE = encoded(new EncapsulatedContentInfo({ eContentType: OID.data }))
const DATA = identifier(OID.data)
const SIGNED_DATA = identifier(OID.signedData)
const CONTENT_TYPE = attribute(identifier(OID.contentType), DATA)
const MESSAGE_DIGEST = identifier(OID.messageDigest)
const SIGNING_CERTIFICATE = identifier(OID.signingCertificateV2)
const TIMESTAMP_TOKEN = identifier(OID.timeStampToken)

/**
 * A detached CMS signature as PAdES baseline wants it (ETSI EN 319 142-1): content-type,
 * message-digest and signing-certificate-v2 are signed; the time of signing stands in the PDF.
 */
export class CmsSignature {
  /** The signed attributes in the encoding that the value is over: as a SET, not as the tagged field they stand in (RFC 5652, 5.4). */
  readonly toBeSigned: Buffer
  /** The bytes that a time stamp is about (ETSI EN 319 122-1, 5.3). */
  value: Uint8Array
  #attributes: Buffer[]
  #certificates: Uint8Array[]
  #identity: SigningIdentity
  #unsigned: Buffer[] = []

  static of(parts: SignatureParts): CmsSignature {
    return new CmsSignature(parts)
  }

  private constructor({ certificate, chain, digest, value }: SignatureParts) {
    this.#identity = SigningIdentity.of(certificate)
    // DER sorts the members of a SET OF by their encodings (X.690, 11.6)
    this.#attributes = [
      CONTENT_TYPE,
      attribute(MESSAGE_DIGEST, DER.octets(digest)),
      attribute(SIGNING_CERTIFICATE, this.#identity.signingCertificate),
    ].sort(Buffer.compare)
    this.toBeSigned = DER.set(...this.#attributes)
    this.#certificates = [certificate, ...chain]
    this.value = value
  }

  /** @param token  DER of a TimeStampToken over `value`; makes B-T of B-B */
  addTimestamp(token: Uint8Array) {
    this.#unsigned = [DER.tagged(1, attribute(TIMESTAMP_TOKEN, token))]
  }

  /** The certificates are in it byte for byte: what a signature names by its hash must not be encoded anew. */
  encode(): Buffer {
    const signer = DER.sequence(
      VERSION,
      this.#identity.identifier,
      SHA_256,
      DER.tagged(0, ...this.#attributes),
      this.#identity.algorithm,
      DER.octets(this.value),
      ...this.#unsigned
    )
    const signedData = DER.sequence(
      VERSION,
      DER.set(SHA_256),
      NOTHING_INSIDE,
      DER.tagged(0, ...this.#certificates),
      DER.set(signer)
    )
    return DER.sequence(SIGNED_DATA, DER.tagged(0, signedData))
  }
}

function attribute(type: Uint8Array, value: Uint8Array): Buffer {
  return DER.sequence(type, DER.set(value))
}

function identifier(oid: string): Buffer {
  return Buffer.from(AsnObjectIdentifierConverter.toASN(oid).toBER())
}

function encoded(structure: object): Buffer {
  return Buffer.from(AsnConvert.serialize(structure))
}
