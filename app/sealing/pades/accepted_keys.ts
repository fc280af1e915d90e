import { ECParameters } from '@peculiar/asn1-ecc'
import { AsnConvert } from '@peculiar/asn1-schema'
import { Certificate } from '@peculiar/asn1-x509'
import { OID } from './object_identifiers.js'
import { rememberedBy } from './remembered.js'

/** By name (RFC 5480, 2.1.1.1 and RFC 5639, 4.1): those that browsers verify as well, by libraries. */
const CURVES = [
  ...['1.2.840.10045.3.1.7', '1.3.132.0.34', '1.3.132.0.35', '1.3.132.0.10'],
  ...['1.3.36.3.3.2.8.1.1.7', '1.3.36.3.3.2.8.1.1.11', '1.3.36.3.3.2.8.1.1.13'],
]

/** Whether its key is one of RSA, or lies on a curve that is accepted. */
export const hasAcceptedKey = rememberedBy(({ raw }): boolean => {
  const { algorithm } = AsnConvert.parse(raw, Certificate).tbsCertificate.subjectPublicKeyInfo
  if (algorithm.algorithm === OID.rsaEncryption) return true
  if (algorithm.algorithm !== OID.ecPublicKey || !algorithm.parameters) return false
  const { namedCurve } = AsnConvert.parse(algorithm.parameters, ECParameters)
  return namedCurve !== undefined && CURVES.includes(namedCurve)
})
