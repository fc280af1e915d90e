import { verify, type X509Certificate } from 'node:crypto'
import Unproven from '../errors/unproven.js'
import { CmsSignature } from './cms_signature.js'
import { DerValue } from './der.js'
import { knownCertificate } from './known_certificate.js'

/** X.690 */
const SEQUENCE = 0x30
const SET = 0x31
const INTEGER = 0x02
const OBJECT_IDENTIFIER = 0x06
const OCTET_STRING = 0x04
const CONTEXT_0 = 0xa0
const CONTEXT_1 = 0xa1

/** 1.2.840.113549.1.9.4, message-digest */
const MESSAGE_DIGEST = Buffer.from('06092a864886f70d010904', 'hex')

/**
 * A signature as we make them: what is variable is taken out of it, the whole is made once more of
 * that, and must be the same byte for byte. So nothing can be in it that we did not put there.
 */
export class OwnSignature {
  readonly certificates: X509Certificate[]
  readonly value: Buffer
  readonly timestampToken: Buffer | null
  #digest: Buffer

  /** @throws E_UNPROVEN */
  static read(der: Buffer): OwnSignature {
    return new OwnSignature(der)
  }

  private constructor(readonly der: Buffer) {
    const [, content] = DerValue.read(der).parts(OBJECT_IDENTIFIER, CONTEXT_0)
    const signedData = content!.only(SEQUENCE).parts(INTEGER, SET, SEQUENCE, CONTEXT_0, SET)
    this.certificates = signedData[3]!.parts().map(({ raw }) => certificateOf(raw))
    const signer = signedData[4]!.only(SEQUENCE)
    const [, , , attributes, , value, unsigned] = signer.parts()
    if (!attributes || value?.tag !== OCTET_STRING) throw unlikeOurs()
    this.#digest = digestIn(attributes)
    this.value = value.contents
    this.timestampToken = unsigned ? tokenIn(unsigned) : null
  }

  get signer(): X509Certificate {
    return this.certificates[0]!
  }

  /**
   * @param digest  SHA-256 of what should have been signed
   * @throws E_UNPROVEN
   */
  prove(digest: Buffer) {
    if (!this.#digest.equals(digest)) throw new Unproven('it was changed after it was sealed')
    const [certificate, ...chain] = this.certificates.map(({ raw }) => raw)
    if (!certificate) throw unlikeOurs()
    const again = CmsSignature.of({ certificate, chain, digest, value: this.value })
    if (this.timestampToken) again.addTimestamp(this.timestampToken)
    if (!again.encode().equals(this.der)) throw unlikeOurs()
    if (!verify('sha256', again.toBeSigned, this.signer.publicKey, this.value)) {
      throw new Unproven('its signature is not by the certificate that it names')
    }
  }
}

function certificateOf(der: Buffer): X509Certificate {
  try {
    return knownCertificate(der)
  } catch (cause) {
    throw new Unproven('a certificate in its signature cannot be read', { cause })
  }
}

function digestIn(attributes: DerValue): Buffer {
  for (const attribute of attributes.parts()) {
    const [type, values] = attribute.parts(OBJECT_IDENTIFIER, SET)
    if (type!.raw.equals(MESSAGE_DIGEST)) return values!.only(OCTET_STRING).contents
  }
  throw unlikeOurs()
}

function tokenIn(unsigned: DerValue): Buffer {
  if (unsigned.tag !== CONTEXT_1) throw unlikeOurs()
  const [, values] = unsigned.only(SEQUENCE).parts(OBJECT_IDENTIFIER, SET)
  return values!.only(SEQUENCE).raw
}

function unlikeOurs() {
  return new Unproven('its signature is not one that we make')
}
