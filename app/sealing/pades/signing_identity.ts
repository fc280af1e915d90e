import { createHash } from 'node:crypto'
import { IssuerAndSerialNumber, SignerIdentifier } from '@peculiar/asn1-cms'
import { AsnConvert } from '@peculiar/asn1-schema'
import { Certificate } from '@peculiar/asn1-x509'
import { SigningCertificateV2 } from './signing_certificate.js'

/** Tenants whose certificates a thread remembers. */
const MAX_REMEMBERED = 200

const remembered = new Map<string, SigningIdentity>()

/** What of a certificate stands in each of its signatures; public, and costly to work out. */
export class SigningIdentity {
  readonly identifier: SignerIdentifier
  /** DER of signing-certificate-v2. */
  readonly signingCertificate: ArrayBuffer

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
    const { issuer, serialNumber } = certificate.tbsCertificate
    this.identifier = new SignerIdentifier({
      issuerAndSerialNumber: new IssuerAndSerialNumber({ issuer, serialNumber }),
    })
    this.signingCertificate = AsnConvert.serialize(SigningCertificateV2.of(certificate, der))
  }
}
