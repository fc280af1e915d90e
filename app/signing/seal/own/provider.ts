import { Secret } from '@adonisjs/core/helpers'
import { openEnvelope, sealEnvelope } from '#app/foundation/keys/envelope'
import { CscCredential } from '#app/sealing/csc/csc_credential'
import { CscHttp } from '#app/sealing/csc/csc_http'
import { cscKey } from '#app/sealing/csc/csc_key'
import KeyStoreAway from '#app/sealing/errors/key_store_away'
import type { PrivateKey } from '#app/sealing/keys/private_key'
import type SealKey from '../seal_key.js'
import { envelopeKey } from '../seal_key_secret.js'
import OwnCertificate from './own_certificate.js'

/** How to reach a provider that signs by the CSC API, and which of its keys is meant. */
export interface ProviderAccess {
  url: string
  clientId: string
  clientSecret: string
  credentialId: string
  pin: string | null
}

export function credentialAt(access: ProviderAccess): CscCredential {
  const { url, clientId, clientSecret, credentialId, pin } = access
  const http = new CscHttp({ url, clientId, clientSecret: new Secret(clientSecret) })
  return new CscCredential(http, { credentialId, pin: pin === null ? null : new Secret(pin) })
}

/** @param id  of the certificate that it belongs to */
export async function keptAccess(id: string, access: ProviderAccess): Promise<Buffer> {
  return sealEnvelope(await envelopeKey(), JSON.stringify(access), id)
}

/** The key behind a row. @throws E_KEY_STORE_AWAY where it was put out of use a moment before */
export async function providerKey({ ownCertificate, certificate }: SealKey): Promise<PrivateKey> {
  const own = await OwnCertificate.findOrFail(ownCertificate!)
  if (!own.access) throw new KeyStoreAway('the certificate was put out of use')
  const text = openEnvelope(await envelopeKey(), own.access, own.id).toString()
  return cscKey(credentialAt(JSON.parse(text) as ProviderAccess), own.id, certificate)
}
