export const KEY_STORES = ['vault', 'pkcs11'] as const

export type KeyStoreName = (typeof KEY_STORES)[number]

/**
 * Keeps P-256 keys outside of this process and of the database, and signs with them; it never gives one away. All methods throw
 * E_KEY_STORE_AWAY, for as long as it lasts, where the store does not answer or does not do as it is told.
 */
export interface KeyStore {
  readonly name: KeyStoreName

  /** Whether it answers, and lets us in. */
  check(): Promise<void>

  /**
   * Makes a key for signing.
   *
   * @param key  a name that no other key has: lower-case letters, digits, hyphens and underscores
   * @returns the public key, a SubjectPublicKeyInfo in DER
   */
  create(key: string): Promise<Uint8Array<ArrayBuffer>>

  /**
   * @param digest  SHA-256 of what is signed
   * @returns an ECDSA signature in DER
   */
  sign(key: string, digest: Uint8Array): Promise<Uint8Array>
}
