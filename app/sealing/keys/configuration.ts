import { Setting } from '#app/foundation/setting'
import type { KeyStore, KeyStoreName } from './key_store.js'

export interface KeyStores {
  /** Where new keys are made; null for here, enveloped in the database. */
  newKeys: KeyStoreName | null
  /** All that can be reached: keys stay where they were made. */
  known: readonly KeyStore[]
  /** What the names of keys in stores begin with. */
  prefix: string
}

export const keyStores = new Setting<KeyStores>('stores of the seals’ keys')
