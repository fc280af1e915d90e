import { createHmac, timingSafeEqual } from 'node:crypto'
import { id_data, id_encryptedData, type ContentInfo } from '@peculiar/asn1-cms'
import {
  AuthenticatedSafe,
  CertBag,
  id_certBag,
  id_keyBag,
  id_pkcs8ShroudedKeyBag,
  id_x509Certificate,
  PFX,
  PKCS8ShroudedKeyBag,
  SafeContents,
  type MacData,
  type SafeBag,
} from '@peculiar/asn1-pfx'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import { hashName } from '../pades/signing_certificate.js'
import { OID } from '../pades/object_identifiers.js'
import CertificateRefused from '../errors/certificate_refused.js'
import { EncryptedData } from './encrypted_data.js'
import { decrypted } from './password_cipher.js'
import { Effort, passwordKey, PURPOSE } from './password_key.js'

/** A chain of five certificates with an RSA key of 4096 bits takes about 12 KB. */
export const MAX_PKCS12_BYTES = 64 * 1024
const MAX_PARTS = 20
/** Two keys with a path each. */
const MAX_BAGS = 20

/** All of it DER: certificates in the order of the file, keys as PKCS#8. */
export interface Pkcs12Content {
  certificates: Uint8Array[]
  keys: Uint8Array[]
}

/**
 * Opens a file with a certificate and its key, as authorities and operating systems export them (`.p12`, `.pfx`; RFC 7292).
 *
 * @throws CertificateRefused where it cannot be read, or the password is another
 */
export async function openPkcs12(bytes: Uint8Array, password: string): Promise<Pkcs12Content> {
  if (bytes.length > MAX_PKCS12_BYTES) throw fileTooLarge()
  try {
    return await new Pkcs12File(bytes, password).open()
  } catch (cause) {
    if (cause instanceof CertificateRefused) throw cause
    throw new CertificateRefused(
      'The file cannot be read. Choose a file in the format PKCS#12: its name ends with .p12 or .pfx.',
      { cause, form: 'unreadable' }
    )
  }
}

class Pkcs12File {
  #effort = new Effort()
  #content: Pkcs12Content = { certificates: [], keys: [] }

  constructor(
    readonly bytes: Uint8Array,
    readonly password: string
  ) {}

  async open(): Promise<Pkcs12Content> {
    const { authSafe, macData } = AsnConvert.parse(this.bytes, PFX)
    const content = octetsOf(authSafe)
    await this.#proveWhole(content, macData)
    const parts = AsnConvert.parse(content, AuthenticatedSafe)
    if (parts.length > MAX_PARTS) throw tooMuch()
    for (const part of parts) await this.#take(await this.#contentsOf(part))
    return this.#content
  }

  /** RFC 7292, 4: made with the same password as what is in it. */
  async #proveWhole(content: Uint8Array, { mac, macSalt, iterations }: MacData): Promise<void> {
    if (mac.digest.byteLength === 0)
      throw new CertificateRefused('The file has no password. Export it with one.', {
        form: 'unprotected',
      })
    const { algorithm } = mac.digestAlgorithm
    const digest = algorithm === OID.sha1 ? 'sha1' : hashName(algorithm)
    if (!digest)
      throw new CertificateRefused('The file is protected in a way that is not known.', {
        form: 'unknown_protection',
      })
    this.#effort.take(iterations)
    const from = { password: this.password, salt: new Uint8Array(macSalt.buffer), iterations }
    const stated = Buffer.from(mac.digest.buffer)
    const key = await passwordKey({ ...from, digest }, PURPOSE.integrity, stated.length)
    const found = createHmac(digest, key).update(content).digest()
    if (found.length !== stated.length || !timingSafeEqual(found, stated))
      throw new CertificateRefused('The password does not open the file.', {
        form: 'wrong_password',
      })
  }

  async #contentsOf(part: ContentInfo): Promise<SafeContents> {
    if (part.contentType === id_data) return AsnConvert.parse(octetsOf(part), SafeContents)
    if (part.contentType !== id_encryptedData) throw new TypeError('a part of another kind')
    const { encryptedContentInfo } = AsnConvert.parse(part.content, EncryptedData)
    const { contentEncryptionAlgorithm, encryptedContent } = encryptedContentInfo
    const data = encryptedContent?.value ?? joined(encryptedContent?.constructedValue ?? [])
    return AsnConvert.parse(
      await decrypted(bytesOf(data), contentEncryptionAlgorithm, this.password, this.#effort),
      SafeContents
    )
  }

  async #take(bags: SafeContents): Promise<void> {
    for (const bag of bags) await this.#takeBag(bag)
    const { certificates, keys } = this.#content
    if (certificates.length + keys.length > MAX_BAGS) throw tooMuch()
  }

  async #takeBag({ bagId, bagValue }: SafeBag): Promise<void> {
    const { certificates, keys } = this.#content
    if (bagId === id_keyBag) keys.push(new Uint8Array(bagValue))
    if (bagId === id_pkcs8ShroudedKeyBag) {
      const { encryptionAlgorithm, encryptedData } = AsnConvert.parse(bagValue, PKCS8ShroudedKeyBag)
      const data = bytesOf(encryptedData)
      keys.push(await decrypted(data, encryptionAlgorithm, this.password, this.#effort))
    }
    if (bagId !== id_certBag) return
    const { certId, certValue } = AsnConvert.parse(bagValue, CertBag)
    if (certId === id_x509Certificate)
      certificates.push(bytesOf(AsnConvert.parse(certValue, OctetString)))
  }
}

function octetsOf({ content }: ContentInfo): Uint8Array {
  return bytesOf(AsnConvert.parse(content, OctetString))
}

function bytesOf({ buffer }: OctetString): Uint8Array {
  return new Uint8Array(buffer)
}

function joined(parts: readonly OctetString[]): OctetString {
  return new OctetString(Buffer.concat(parts.map(bytesOf)))
}

/** Nothing in it is looked at. */
export function fileTooLarge(): CertificateRefused {
  const kilobytes = MAX_PKCS12_BYTES / 1024
  return new CertificateRefused(`The file is larger than ${kilobytes} KB.`, {
    ...{ form: 'too_large', values: { kilobytes } },
  })
}

function tooMuch(): CertificateRefused {
  return new CertificateRefused(
    'The file has more in it than a certificate, its key and its issuers.',
    { form: 'too_much' }
  )
}
