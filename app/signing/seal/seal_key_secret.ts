import { newId } from '#app/foundation/identifier'
import { openEnvelope, sealEnvelope } from '#app/foundation/keys/envelope'
import { isHere, type PrivateKey } from '#app/sealing/keys/private_key'
import { storedKey } from '#app/sealing/keys/stored_keys'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { heldKey } from './own/key_access.js'
import { envelopeKey } from './seal_envelope_key.js'
import type SealKey from './seal_key.js'

/** The columns of a new row that hold a key, or say where it is. */
export async function keptKey(
  key: PrivateKey
): Promise<Pick<SealKey, 'id' | 'privateKey' | 'storedKey'>> {
  const id = newId('slk', CurrentTenant.get().environment)
  if (!isHere(key)) return { id, privateKey: null, storedKey: key.reference }
  return { id, privateKey: sealEnvelope(await envelopeKey(), key, id), storedKey: null }
}

/** @throws E_KEY_STORE_AWAY where the settings do not say how to reach its store */
export async function openedKey(key: SealKey): Promise<PrivateKey> {
  if (key.storedKey && key.ownCertificate) return heldKey(key)
  if (key.storedKey) return storedKey(key.storedKey, key.certificate)
  return openEnvelope(await envelopeKey(), key.privateKey!, key.id)
}
