import { Setting } from '#app/foundation/setting'
import type { Secret } from '@adonisjs/core/helpers'
import type { KeyStore, KeyStoreName } from './key_store.js'
import type { Pkcs11Token } from './pkcs11_token.js'

export interface KeyStores {
  /** Where new keys are made; null for here, enveloped in the database. */
  newKeys: KeyStoreName | null
  /** All that can be reached: keys stay where they were made. */
  known: readonly KeyStore[]
  /** What the names of keys in stores begin with. */
  prefix: string
  /** Tokens of tenants, by the library that the settings name; absent where they name none. */
  tokenAt?: (token: string, pin: Secret<string>) => Pkcs11Token
}

export const keyStores = new Setting<KeyStores>('stores of the seals’ keys')
