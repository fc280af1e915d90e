/**
 * Where root keys rest: outside PostgreSQL and its backups. Owners are tenants' ids or `platform`. All but `has` throw E_KEYS_AWAY where the
 * place lacks a key that it must have.
 */
export interface KeyStore {
  /** @throws E_KEY_EXISTS, always, when the owner has one: a lost root loses the owner's data */
  create(owner: string): Promise<void>

  /**
   * Puts back a root that was kept elsewhere. Does nothing when the owner has this very root.
   *
   * @throws E_KEY_EXISTS when the owner has another
   */
  restore(owner: string, root: Buffer): Promise<void>

  /**
   * @returns 32 bytes
   * @throws E_KEY_MISSING
   */
  read(owner: string): Promise<Buffer>

  /** Does nothing when there is none, so that an erasure can be repeated. */
  delete(owner: string): Promise<void>

  has(owner: string): Promise<boolean>
}
