import { Secret } from '@adonisjs/core/helpers'
import KeyStoreAway from '#app/sealing/errors/key_store_away'
import ProviderAway from '#app/sealing/errors/provider_away'
import { keyStores } from '#app/sealing/keys/configuration'
import { PIN_REFUSED } from '#app/sealing/keys/pkcs11_token'
import type { RemoteSigner } from '#app/sealing/keys/remote_key'

/** How to reach a key of a tenant's on a token that speaks PKCS#11, beside this installation. */
export interface TokenAccess {
  /** The label of the token. */
  token: string
  pin: string
  /** Which of its keys: CKA_ID, hexadecimal. */
  keyId: string
}

/** The same as a signer, whose refusals are told apart as those of a provider. */
export function signerOnToken({ token, pin, keyId }: TokenAccess): RemoteSigner {
  return {
    sign: async ({ publicKey }, digest) => {
      const { tokenAt } = keyStores.value
      if (!tokenAt) throw new ProviderAway('address', 'the settings name no PKCS11_MODULE')
      const kind = publicKey.asymmetricKeyType === 'rsa' ? 'rsa' : 'ec'
      try {
        return await tokenAt(token, new Secret(pin)).signWith(keyId, kind, digest)
      } catch (cause) {
        if (!(cause instanceof KeyStoreAway)) throw cause
        const fault = PIN_REFUSED.test(cause.message) ? 'pin' : 'unreachable'
        throw new ProviderAway(fault, cause.message, { cause })
      }
    },
  }
}
