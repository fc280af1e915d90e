import { openEnvelope, sealEnvelope } from '#app/foundation/keys/envelope'
import KeyStoreAway from '#app/sealing/errors/key_store_away'
import type { PrivateKey } from '#app/sealing/keys/private_key'
import { remoteKey, type RemoteSigner } from '#app/sealing/keys/remote_key'
import type SealKey from '../seal_key.js'
import { envelopeKey } from '../seal_key_secret.js'
import OwnCertificate from './own_certificate.js'
import { credentialAt, type ProviderAccess } from './provider.js'
import { ProviderHealth } from './provider_health.js'
import { signerOnToken, type TokenAccess } from './token_signer.js'

/** How to reach the key of a certificate that is not here. */
export type KeyAccess =
  { source: 'provider'; access: ProviderAccess } | { source: 'token'; access: TokenAccess }

type Kept = Pick<OwnCertificate, 'id' | 'source' | 'access'>

/** @param id  of the certificate that it belongs to */
export async function keptAccess(id: string, { access }: KeyAccess): Promise<Buffer> {
  return sealEnvelope(await envelopeKey(), JSON.stringify(access), id)
}

/** @throws E_KEY_STORE_AWAY where it was put out of use a moment before */
export async function openedAccess({ id, source, access }: Kept): Promise<KeyAccess> {
  if (!access || source === 'file') throw new KeyStoreAway('the certificate was put out of use')
  const text = openEnvelope(await envelopeKey(), access, id).toString()
  return { source, access: JSON.parse(text) } as KeyAccess
}

/** The key while it is tried, before anything is on record. @param id  of its certificate to be */
export function triedKey(id: string, where: KeyAccess, certificate: Uint8Array): PrivateKey {
  return keyOf(id, where, { signer: signerOf(where), certificate })
}

/** The key behind a row, which notes how what keeps it fares. @throws E_KEY_STORE_AWAY */
export async function heldKey({ ownCertificate, certificate }: SealKey): Promise<PrivateKey> {
  const own = await OwnCertificate.findOrFail(ownCertificate!)
  const where = await openedAccess(own)
  const signer = ProviderHealth.watched(signerOf(where), own)
  return keyOf(own.id, where, { signer, certificate })
}

function keyOf(
  reference: string,
  { source }: KeyAccess,
  { signer, certificate }: { signer: RemoteSigner; certificate: Uint8Array }
): PrivateKey {
  const where = source === 'token' ? 'token' : 'csc'
  return remoteKey(signer, { where, reference }, certificate)
}

function signerOf(where: KeyAccess): RemoteSigner {
  return where.source === 'token' ? signerOnToken(where.access) : credentialAt(where.access)
}
