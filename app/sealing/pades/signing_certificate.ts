import { createHash } from 'node:crypto'
import {
  AsnIntegerArrayBufferConverter,
  AsnProp,
  AsnPropTypes,
  AsnType,
  AsnTypeTypes,
  OctetString,
} from '@peculiar/asn1-schema'
import { AlgorithmIdentifier, GeneralName, type Certificate } from '@peculiar/asn1-x509'
import { OID } from './object_identifiers.js'

/** RFC 2634, 5.4.1 */
@AsnType({ type: AsnTypeTypes.Sequence })
export class IssuerSerial {
  @AsnProp({ type: GeneralName, repeated: 'sequence' })
  issuer: GeneralName[] = []

  @AsnProp({ type: AsnPropTypes.Integer, converter: AsnIntegerArrayBufferConverter })
  serialNumber: ArrayBuffer = new ArrayBuffer(0)
}

/** RFC 5035, 4 */
@AsnType({ type: AsnTypeTypes.Sequence })
export class EssCertIdV2 {
  /** SHA-256 when absent. */
  @AsnProp({ type: AlgorithmIdentifier, optional: true })
  hashAlgorithm?: AlgorithmIdentifier

  @AsnProp({ type: OctetString })
  certHash: OctetString = new OctetString()

  @AsnProp({ type: IssuerSerial, optional: true })
  issuerSerial?: IssuerSerial
}

/** RFC 5035, 3: says which certificate a signature belongs to, so that no other can take its place. */
@AsnType({ type: AsnTypeTypes.Sequence })
export class SigningCertificateV2 {
  @AsnProp({ type: EssCertIdV2, repeated: 'sequence' })
  certs: EssCertIdV2[] = []

  @AsnProp({ type: AsnPropTypes.Any, optional: true })
  policies?: ArrayBuffer

  static of(certificate: Certificate, der: Uint8Array): SigningCertificateV2 {
    const issuerSerial = new IssuerSerial()
    issuerSerial.issuer = [new GeneralName({ directoryName: certificate.tbsCertificate.issuer })]
    issuerSerial.serialNumber = certificate.tbsCertificate.serialNumber
    const id = new EssCertIdV2()
    id.certHash = new OctetString(createHash('sha256').update(der).digest())
    id.issuerSerial = issuerSerial
    const attribute = new SigningCertificateV2()
    attribute.certs = [id]
    return attribute
  }

  /** Whether the first entry, which is the signer's own, names this certificate. */
  names(der: Uint8Array): boolean {
    const [own] = this.certs
    const algorithm = hashName(own?.hashAlgorithm?.algorithm ?? OID.sha256)
    if (!own || !algorithm) return false
    const hash = createHash(algorithm).update(der).digest()
    return hash.equals(Buffer.from(own.certHash.buffer))
  }
}

/** RFC 2634, 5.4: the same with SHA-1, as time-stamping authorities still write it. */
@AsnType({ type: AsnTypeTypes.Sequence })
export class EssCertId {
  @AsnProp({ type: OctetString })
  certHash: OctetString = new OctetString()

  @AsnProp({ type: IssuerSerial, optional: true })
  issuerSerial?: IssuerSerial
}

@AsnType({ type: AsnTypeTypes.Sequence })
export class SigningCertificate {
  @AsnProp({ type: EssCertId, repeated: 'sequence' })
  certs: EssCertId[] = []

  @AsnProp({ type: AsnPropTypes.Any, optional: true })
  policies?: ArrayBuffer

  names(der: Uint8Array): boolean {
    const [own] = this.certs
    const hash = createHash('sha1').update(der).digest()
    return own !== undefined && hash.equals(Buffer.from(own.certHash.buffer))
  }
}

/** The digests that are accepted, by their names in node:crypto. */
export function hashName(algorithm: string): 'sha256' | 'sha384' | 'sha512' | null {
  if (algorithm === OID.sha256) return 'sha256'
  if (algorithm === OID.sha384) return 'sha384'
  if (algorithm === OID.sha512) return 'sha512'
  return null
}
