import { createPublicKey, randomBytes, X509Certificate } from 'node:crypto'
import KeyStoreAway from '../errors/key_store_away.js'
import { generateKeys, type NewKey } from '../credential.js'
import { keyStores } from './configuration.js'
import type { KeyStore } from './key_store.js'
import { StoredKey } from './stored_key.js'

const REFERENCE = /^(\w+):(.+)$/

/**
 * A key for a new certificate, made where `SEAL_KEYS` says. One whose certificate comes to nothing stays in its store, of no use to anybody.
 *
 * @param purpose  a part of its name, such as `root-live`
 * @throws E_KEY_STORE_AWAY
 */
export async function newKey(purpose: string): Promise<NewKey> {
  const { newKeys, known, prefix } = keyStores.value
  const store = known.find(({ name }) => name === newKeys)
  if (!store) return generateKeys()
  const name = `${prefix}-${purpose}-${randomBytes(10).toString('hex')}`
  const publicKey = await store.create(name)
  const object = createPublicKey({ key: Buffer.from(publicKey), format: 'der', type: 'spki' })
  return { publicKey, privateKey: new StoredKey(store, name, object) }
}

/**
 * The key that a row names.
 *
 * @param certificate  DER, whose key it is
 * @throws E_KEY_STORE_AWAY where the settings no longer say how to reach its store
 */
export function storedKey(reference: string, certificate: Uint8Array): StoredKey {
  const [, name, key] = REFERENCE.exec(reference) ?? []
  const store = keyStores.value.known.find((one) => one.name === name)
  if (!store || !key) throw new KeyStoreAway(`the settings do not say how to reach ${reference}`)
  return new StoredKey(store, key, new X509Certificate(certificate).publicKey)
}

/** Of the stores that the settings name, those that hold new keys first. */
export function reachableStores(): KeyStore[] {
  const { newKeys, known } = keyStores.value
  return [...known].sort((a, b) => Number(b.name === newKeys) - Number(a.name === newKeys))
}
