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
import { ProviderHealth } from './provider_health.js'

/** How to reach a provider that signs by the CSC API. */
export interface ProviderConnection {
  url: string
  clientId: string
  clientSecret: string
  /** Whose keys it lists; null for a client that is one customer. */
  userId: string | null
}

/** The same, and which of its keys is meant. */
export interface ProviderAccess extends ProviderConnection {
  credentialId: string
  pin: string | null
}

export function providerAt({ url, clientId, clientSecret }: ProviderConnection): CscHttp {
  return new CscHttp({ url, clientId, clientSecret: new Secret(clientSecret) })
}

export function credentialAt(access: ProviderAccess): CscCredential {
  const { credentialId, pin } = access
  return new CscCredential(providerAt(access), {
    credentialId,
    pin: pin === null ? null : new Secret(pin),
  })
}

export function providerHost({ url }: ProviderConnection): string {
  return new URL(url).host
}

/** @param id  of the certificate that it belongs to */
export async function keptAccess(id: string, access: ProviderAccess): Promise<Buffer> {
  return sealEnvelope(await envelopeKey(), JSON.stringify(access), id)
}

/** @throws E_KEY_STORE_AWAY where it was put out of use a moment before */
export async function openedAccess({
  id,
  access,
}: Pick<OwnCertificate, 'id' | 'access'>): Promise<ProviderAccess> {
  if (!access) throw new KeyStoreAway('the certificate was put out of use')
  const text = openEnvelope(await envelopeKey(), access, id).toString()
  return JSON.parse(text) as ProviderAccess
}

/** The key behind a row, which notes how its provider fares. @throws E_KEY_STORE_AWAY */
export async function providerKey({ ownCertificate, certificate }: SealKey): Promise<PrivateKey> {
  const own = await OwnCertificate.findOrFail(ownCertificate!)
  const credential = credentialAt(await openedAccess(own))
  return cscKey(ProviderHealth.watched(credential, own), own.id, certificate)
}
