import { AlgorithmIdentifier } from '@peculiar/asn1-x509'
import { AsnProp, AsnPropTypes, AsnType, AsnTypeTypes, OctetString } from '@peculiar/asn1-schema'

/** What a file says of how it was encrypted with a password. */
export const SCHEME = {
  /** RFC 8018, A.4 */
  pbes2: '1.2.840.113549.1.5.13',
  /** RFC 8018, A.2 */
  pbkdf2: '1.2.840.113549.1.5.12',
  /** RFC 7292, C: SHA-1 and triple DES with three keys */
  tripleDes: '1.2.840.113549.1.12.1.3',
} as const

/** RFC 8018, B.1.2; the first is meant where none is named. */
export const PSEUDO_RANDOM: Readonly<Record<string, string>> = {
  '1.2.840.113549.2.7': 'sha1',
  '1.2.840.113549.2.9': 'sha256',
  '1.2.840.113549.2.10': 'sha384',
  '1.2.840.113549.2.11': 'sha512',
}

/** RFC 8018, B.2 and RFC 3565: what OpenSSL calls them, and how long their keys are. */
export const CIPHERS: Readonly<Record<string, { name: string; keyBytes: number }>> = {
  '1.2.840.113549.3.7': { name: 'des-ede3-cbc', keyBytes: 24 },
  '2.16.840.1.101.3.4.1.2': { name: 'aes-128-cbc', keyBytes: 16 },
  '2.16.840.1.101.3.4.1.22': { name: 'aes-192-cbc', keyBytes: 24 },
  '2.16.840.1.101.3.4.1.42': { name: 'aes-256-cbc', keyBytes: 32 },
}

/** RFC 8018, A.4 */
@AsnType({ type: AsnTypeTypes.Sequence })
export class Pbes2Parameters {
  @AsnProp({ type: AlgorithmIdentifier })
  derivation = new AlgorithmIdentifier()

  @AsnProp({ type: AlgorithmIdentifier })
  cipher = new AlgorithmIdentifier()
}

/** RFC 8018, A.2, with the kind of salt that everybody uses. */
@AsnType({ type: AsnTypeTypes.Sequence })
export class Pbkdf2Parameters {
  @AsnProp({ type: OctetString })
  salt = new OctetString()

  @AsnProp({ type: AsnPropTypes.Integer })
  iterations = 0

  @AsnProp({ type: AsnPropTypes.Integer, optional: true })
  keyBytes?: number

  @AsnProp({ type: AlgorithmIdentifier, optional: true })
  pseudoRandom?: AlgorithmIdentifier
}

/** RFC 7292, C */
@AsnType({ type: AsnTypeTypes.Sequence })
export class Pkcs12Parameters {
  @AsnProp({ type: OctetString })
  salt = new OctetString()

  @AsnProp({ type: AsnPropTypes.Integer })
  iterations = 0
}
