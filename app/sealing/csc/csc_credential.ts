import type { X509Certificate } from 'node:crypto'
import type { Secret } from '@adonisjs/core/helpers'
import CertificateRefused from '../errors/certificate_refused.js'
import ProviderAway from '../errors/provider_away.js'
import { provenCertificate, type OwnCertificate } from '../own/own_certificate.js'
import { OID } from '../pades/object_identifiers.js'
import { CredentialInfo, isBase64, PIN_ID } from './credential_info.js'
import type { CscHttp } from './csc_http.js'

export interface CscKey {
  credentialId: string
  /** Where the provider wants one (`auth.mode` is `explicit`). */
  pin: Secret<string> | null
  /** What the provider calls the PIN, as far as it was asked. */
  pinId?: string
}

/** One credential of a provider: a certificate, and a key that stays there and signs for who is authorised. */
export class CscCredential {
  constructor(
    private http: CscHttp,
    private key: CscKey
  ) {}

  /** As its certificate was asked for, or as it is known. */
  get pinId(): string | undefined {
    return this.key.pinId
  }

  /**
   * Its certificate with the path (11.5), if seals can be made with it.
   *
   * @throws CertificateRefused, E_KEY_STORE_AWAY
   */
  async certificate(at: Date): Promise<OwnCertificate> {
    const { credentialId: credentialID, pin } = this.key
    const asked = { credentialID, certificates: 'chain', certInfo: true, authInfo: true }
    const info = new CredentialInfo(await this.http.ask('credentials/info', asked))
    info.refuseUnusable()
    if (info.asksPin && !pin)
      throw new CertificateRefused('The provider asks for a PIN.', {
        form: 'no_pin',
      })
    this.key.pinId = info.pinId
    const [signer, ...issuers] = info.certificates
    if (!signer)
      throw new CertificateRefused('The provider gives no certificate for the key.', {
        form: 'no_certificate',
      })
    return provenCertificate(signer, issuers, at)
  }

  /**
   * Authorises one signature over one digest (11.6), and has it made (11.9).
   *
   * @param digest  SHA-256 of what is signed
   * @returns as the provider gives it: RSA, or ECDSA in DER
   * @throws E_KEY_STORE_AWAY
   */
  async sign(certificate: X509Certificate, digest: Uint8Array): Promise<Uint8Array> {
    const { credentialId: credentialID, pin, pinId = PIN_ID } = this.key
    const hashes = [Buffer.from(digest).toString('base64')]
    const about = { credentialID, hashes, hashAlgorithmOID: OID.sha256 }
    const authData = pin && { authData: [{ id: pinId, value: pin.release() }] }
    const asked = { ...about, numSignatures: 1, ...authData }
    const { SAD } = await this.http.ask('credentials/authorize', asked)
    const isRsa = certificate.publicKey.asymmetricKeyType === 'rsa'
    const signAlgo = isRsa ? OID.sha256WithRsa : OID.ecdsaWithSha256
    const { signatures } = await this.http.ask('signatures/signHash', { ...about, SAD, signAlgo })
    const [value, ...others] = Array.isArray(signatures) ? signatures : []
    if (!isBase64(value) || others.length > 0)
      throw new ProviderAway('other', 'it answered without a signature')
    return Buffer.from(value, 'base64')
  }
}
