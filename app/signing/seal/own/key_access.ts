import type { TokenKeeper } from '#app/sealing/csc/csc_access'
import type { PrivateKey } from '#app/sealing/keys/private_key'
import { remoteKey, type RemoteSigner } from '#app/sealing/keys/remote_key'
import type SealKey from '../seal_key.js'
import { openedAccess, type KeyAccess } from './kept_access.js'
import { KeptLogIn } from './kept_log_in.js'
import OwnCertificate from './own_certificate.js'
import { credentialAt } from './provider.js'
import { ProviderHealth } from './provider_health.js'
import { signerOnToken } from './token_signer.js'

/** The key while it is tried, before anything is on record. @param id  of its certificate to be */
export function triedKey(id: string, where: KeyAccess, certificate: Uint8Array): PrivateKey {
  return keyOf(id, where, { signer: signerOf(where), certificate })
}

/** The key behind a row, which notes how what keeps it fares. @throws E_KEY_STORE_AWAY */
export async function heldKey({ ownCertificate, certificate }: SealKey): Promise<PrivateKey> {
  const own = await OwnCertificate.findOrFail(ownCertificate!)
  const where = await openedAccess(own)
  const signer = ProviderHealth.watched(signerOf(where, new KeptLogIn(own.id)), own)
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

function signerOf(where: KeyAccess, keeper?: TokenKeeper): RemoteSigner {
  return where.source === 'token' ? signerOnToken(where.access) : credentialAt(where.access, keeper)
}
