import {
  IssuerAndSerialNumber,
  SignatureAlgorithmIdentifier,
  SignerIdentifier,
} from '@peculiar/asn1-cms'
import { AsnConvert } from '@peculiar/asn1-schema'
import { Certificate } from '@peculiar/asn1-x509'
import { OID } from './object_identifiers.js'
import { rememberedOf } from './remembered.js'
import { SigningCertificateV2 } from './signing_certificate.js'

/** RFC 5758, 3.2 */
const ECDSA = encoded(new SignatureAlgorithmIdentifier({ algorithm: OID.ecdsaWithSha256 }))
/** RFC 4055, 5: the parameters are NULL. */
const RSA = encoded(
  new SignatureAlgorithmIdentifier({
    algorithm: OID.sha256WithRsa,
    parameters: Uint8Array.of(0x05, 0x00).buffer,
  })
)

/** What a signature has beside names and its value. */
const FIXED_BYTES = 512

const identities = rememberedOf((der) => new SigningIdentity(der))

/** What of a certificate stands in each of its signatures, in DER; public, and costly to work out. */
export class SigningIdentity {
  readonly identifier: Buffer
  /** The value of signing-certificate-v2. */
  readonly signingCertificate: Buffer
  /** With the key of the certificate, and SHA-256. */
  readonly algorithm: Buffer
  /** At least what a signature takes, without the certificates. */
  readonly bytes: number

  static of(der: Uint8Array): SigningIdentity {
    return identities(der)
  }

  /** @param der  the certificate */
  constructor(der: Uint8Array) {
    const certificate = AsnConvert.parse(der, Certificate)
    const { issuer, serialNumber, subjectPublicKeyInfo } = certificate.tbsCertificate
    this.identifier = encoded(
      new SignerIdentifier({
        issuerAndSerialNumber: new IssuerAndSerialNumber({ issuer, serialNumber }),
      })
    )
    this.signingCertificate = encoded(SigningCertificateV2.of(certificate, der))
    const isRsa = subjectPublicKeyInfo.algorithm.algorithm === OID.rsaEncryption
    this.algorithm = isRsa ? RSA : ECDSA
    // that of RSA is shorter than its public key, and that of ECDSA a few bytes longer
    const value = subjectPublicKeyInfo.subjectPublicKey.byteLength
    this.bytes = FIXED_BYTES + this.identifier.length + this.signingCertificate.length + value
  }
}

function encoded(structure: object): Buffer {
  return Buffer.from(AsnConvert.serialize(structure))
}
