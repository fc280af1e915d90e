import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

import { LRUCache } from 'lru-cache'

import type { Environment } from '../environment.js'
import type { KeyStore } from './key_store.js'

export { FileKeyStore } from './file_key_store.js'
export type { KeyStore } from './key_store.js'

const KEY_BYTES = 32
const CACHE_MS = 5 * 60 * 1000
const CACHED_ROOTS = 1000
const PURPOSE = /^[a-z][a-z0-9_:.-]*$/

/** Kept together, so that what was derived is forgotten with its root. */
interface Unwrapped {
  root: KeyObject
  derived: Map<string, KeyObject>
}

/**
 * Roots never leave the ring; what leaves are keys derived by HKDF-SHA256 (RFC 5869) with the owner
 * as salt and purpose, environment and version as info, so that no key serves two ends. They are KeyObjects: nothing logs or serializes
 * their bytes, and Node takes longer to make one than to encrypt or sign a few words with it.
 */
export class KeyRing {
  /** Promises, so that many callers read a root once, and a read begun before an erasure is not kept after it. */
  readonly #roots: LRUCache<string, Promise<Unwrapped>>

  constructor(
    private readonly store: KeyStore,
    { cacheMs = CACHE_MS }: { cacheMs?: number } = {}
  ) {
    const ttl = Math.min(cacheMs, CACHE_MS)
    this.#roots = new LRUCache({ max: CACHED_ROOTS, ttl, ttlAutopurge: true })
  }

  async createRoot(owner: string) {
    await this.store.create(owner)
  }

  /** @throws E_KEY_MISSING when the owner's root was erased */
  async derive(owner: string, purpose: string, environment?: Environment, version = 1) {
    if (!PURPOSE.test(purpose)) throw new TypeError(`"${purpose}" is not the name of a purpose`)
    const { root, derived } = await this.#unwrapped(owner)
    const info = ['countersign', purpose, environment ?? '', version].join('|')
    const key = derived.get(info) ?? derivedKey(root, owner, info)
    derived.set(info, key)
    return key
  }

  /** For moves and exports: the root leaves wrapped, or not at all. */
  async wrapRoot<T>(owner: string, wrap: (root: Buffer) => T): Promise<T> {
    const root = await this.store.read(owner)
    try {
      return wrap(root)
    } finally {
      root.fill(0)
    }
  }

  /** @throws E_KEY_EXISTS when the owner has another root */
  async restoreRoot(owner: string, root: Buffer) {
    await this.store.restore(owner, root)
    this.#roots.delete(owner)
  }

  /** Other processes may hold the root for five more minutes. */
  async eraseRoot(owner: string) {
    await this.store.delete(owner)
    this.#roots.delete(owner)
  }

  #unwrapped(owner: string) {
    const cached = this.#roots.get(owner)
    if (cached) return cached
    const reading = this.store.read(owner).then(unwrapped)
    reading.catch(() => this.#roots.delete(owner))
    this.#roots.set(owner, reading)
    return reading
  }
}

function derivedKey(root: KeyObject, salt: string, info: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', root, salt, info, KEY_BYTES)))
}

function unwrapped(bytes: Buffer): Unwrapped {
  return { root: createSecretKey(bytes), derived: new Map() }
}
