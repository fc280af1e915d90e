import { Setting } from '#app/foundation/setting'
import type { LoginSecrets } from './connections/login.js'

export interface Databases {
  /** The platform's own database; it is also the first cell. */
  platform: string
  /** The address of every cell, by its name. */
  cells: ReadonlyMap<string, string>
  secrets: LoginSecrets
}

/** How requests share the connections of a pool. */
export interface Sharing {
  /** How long one waits for a connection. */
  withinMs: number
  /** How many may wait at once. */
  waiters: number
  /** What one tenant has at most; half of the pool where nothing is said. */
  placesOfOne: number | undefined
}

export const databases = new Setting<Databases>('databases')

export const sharing = new Setting<Sharing>('sharing of connections')

/** The folder of the tenants' root keys. */
export const keysFolder = new Setting<string>('folder of keys')
