import { Setting } from '#app/foundation/setting'
import type { LoginSecrets } from './connections/login.js'

export interface Databases {
  /** The platform's own database; it is also the first cell. */
  platform: string
  /** The address of every cell, by its name. */
  cells: ReadonlyMap<string, string>
  secrets: LoginSecrets
}

export const databases = new Setting<Databases>('databases')

/** The folder of the tenants' root keys. */
export const keysFolder = new Setting<string>('folder of keys')
