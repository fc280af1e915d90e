import 'reflect-metadata'
import { webcrypto } from 'node:crypto'
import { AsnConvert } from '@peculiar/asn1-schema'
import { Certificate } from '@peculiar/asn1-x509'
import { SIGNING_ALGORITHM } from '../credential.js'
import { signatureBy, type PrivateKey } from './private_key.js'

let nobody: Promise<webcrypto.CryptoKeyPair> | undefined

/** Signs drafts: their makers sign with keys that they hold, and what matters may be held elsewhere. */
export async function draftKey(): Promise<webcrypto.CryptoKey> {
  nobody ??= webcrypto.subtle.generateKey(SIGNING_ALGORITHM, false, ['sign', 'verify'])
  return (await nobody).privateKey
}

/** The same certificate, signed by its issuer. @throws E_KEY_STORE_AWAY */
export async function signedCertificate(draft: ArrayBuffer, key: PrivateKey): Promise<ArrayBuffer> {
  const certificate = AsnConvert.parse(draft, Certificate)
  const signed = AsnConvert.serialize(certificate.tbsCertificate)
  certificate.signatureValue = await valueOver(signed, key)
  return AsnConvert.serialize(certificate)
}

async function valueOver(signed: ArrayBuffer, key: PrivateKey): Promise<ArrayBuffer> {
  return new Uint8Array(await signatureBy(key, new Uint8Array(signed))).buffer
}
