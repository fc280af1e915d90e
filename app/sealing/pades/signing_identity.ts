import { createHash } from 'node:crypto'
import {
  IssuerAndSerialNumber,
  SignatureAlgorithmIdentifier,
  SignerIdentifier,
} from '@peculiar/asn1-cms'
import { AsnConvert } from '@peculiar/asn1-schema'
import { Certificate } from '@peculiar/asn1-x509'
import { OID } from './object_identifiers.js'
import { SigningCertificateV2 } from './signing_certificate.js'

/** RFC 5758, 3.2 */
const ECDSA = new SignatureAlgorithmIdentifier({ algorithm: OID.ecdsaWithSha256 })
/** RFC 4055, 5: the parameters are NULL. */
const RSA = new SignatureAlgorithmIdentifier({
  algorithm: OID.sha256WithRsa,
  parameters: Uint8Array.of(0x05, 0x00).buffer,
})

/** What a signature has beside names and its value. */
const FIXED_BYTES = 512

/** Tenants whose certificates a thread remembers. */
const MAX_REMEMBERED = 200

const remembered = new Map<string, SigningIdentity>()

/** What of a certificate stands in each of its signatures; public, and costly to work out. */
export class SigningIdentity {
  readonly identifier: SignerIdentifier
  /** DER of signing-certificate-v2. */
  readonly signingCertificate: ArrayBuffer
  /** With the key of the certificate, and SHA-256. */
  readonly algorithm: SignatureAlgorithmIdentifier
  /** At least what a signature takes, without the certificates. */
  readonly bytes: number

  static of(der: Uint8Array): SigningIdentity {
    const key = createHash('sha256').update(der).digest('base64')
    let identity = remembered.get(key)
    if (!identity) {
      if (remembered.size >= MAX_REMEMBERED) remembered.clear()
      identity = new SigningIdentity(der)
      remembered.set(key, identity)
    }
    return identity
  }

  private constructor(der: Uint8Array) {
    const certificate = AsnConvert.parse(der, Certificate)
    const { issuer, serialNumber, subjectPublicKeyInfo } = certificate.tbsCertificate
    this.identifier = new SignerIdentifier({
      issuerAndSerialNumber: new IssuerAndSerialNumber({ issuer, serialNumber }),
    })
    this.signingCertificate = AsnConvert.serialize(SigningCertificateV2.of(certificate, der))
    const isRsa = subjectPublicKeyInfo.algorithm.algorithm === OID.rsaEncryption
    this.algorithm = isRsa ? RSA : ECDSA
    const named = AsnConvert.serialize(this.identifier).byteLength
    // that of RSA is shorter than its public key, and that of ECDSA a few bytes longer
    const value = subjectPublicKeyInfo.subjectPublicKey.byteLength
    this.bytes = FIXED_BYTES + named + this.signingCertificate.byteLength + value
  }
}
