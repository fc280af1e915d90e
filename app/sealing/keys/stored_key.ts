import { createHash, verify, type KeyObject } from 'node:crypto'
import KeyStoreAway from '../errors/key_store_away.js'
import type { KeyStore } from './key_store.js'

/** A key that stays in its store, which signs with it. */
export class StoredKey {
  constructor(
    private store: Pick<KeyStore, 'sign'> & { readonly name: string },
    private key: string,
    private publicKey: KeyObject
  ) {}

  /** Where it is, as rows remember it: `vault:countersign-root-live-…` */
  get reference(): string {
    return `${this.store.name}:${this.key}`
  }

  /**
   * A signature by another key, such as one that was replaced in the store, is never passed on.
   *
   * @returns with SHA-256: ECDSA in DER, or RSA
   * @throws E_KEY_STORE_AWAY
   */
  async sign(bytes: Uint8Array): Promise<Uint8Array> {
    const digest = createHash('sha256').update(bytes).digest()
    const value = await this.store.sign(this.key, digest)
    if (!verify('sha256', bytes, this.publicKey, value))
      throw new KeyStoreAway(`it signs with another key than ${this.reference}`)
    return value
  }
}
