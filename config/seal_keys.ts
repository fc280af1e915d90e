import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import env from '#start/env'
import type { KeyStores } from '#app/sealing/keys/configuration'
import type { KeyStore } from '#app/sealing/keys/key_store'
import { Pkcs11Token } from '#app/sealing/keys/pkcs11_token'
import { VaultTransit } from '#app/sealing/keys/vault_transit'

const MAX_TOKENS = 1_000
const DEFAULT_MOUNT = 'transit'
const DEFAULT_PREFIX = 'countersign'
const SECRET = /KEY|SECRET|TOKEN|PASS|PIN|URL/
/** What Vault takes in a path, and PKCS#11 in a label. */
const PREFIX = /^[a-z0-9][a-z0-9_-]{0,30}$/

/** @throws RangeError for half of an access, and for a store of new keys that is not named: no process starts with it */
export function sealKeys(): KeyStores {
  const chosen = env.get('SEAL_KEYS') ?? 'database'
  const newKeys = chosen === 'database' ? null : chosen
  const known = [vault(), pkcs11()].filter((store) => store !== null)
  if (newKeys && !known.some(({ name }) => name === newKeys))
    throw new RangeError(`SEAL_KEYS is ${newKeys}: set what .env.example names beside it`)
  const prefix = env.get('SEAL_KEY_PREFIX') || DEFAULT_PREFIX
  if (!PREFIX.test(prefix))
    throw new RangeError('SEAL_KEY_PREFIX has lower-case letters, digits, hyphens and underscores')
  return { newKeys, known, prefix, ...tenantsTokens() }
}

function vault(): KeyStore | null {
  const address = env.get('VAULT_ADDR')?.replace(/\/+$/, '')
  if (!address) return null
  if (!/^https?:$/.test(URL.parse(address)?.protocol ?? ''))
    throw new RangeError(`VAULT_ADDR is an address that begins with http, not ${address}`)
  const token = env.get('VAULT_TOKEN')?.release() ? env.get('VAULT_TOKEN')! : null
  const tokenFile = env.get('VAULT_TOKEN_FILE') || null
  if (!token === !tokenFile)
    throw new RangeError('VAULT_ADDR needs VAULT_TOKEN or VAULT_TOKEN_FILE, and not both')
  const namespace = env.get('VAULT_NAMESPACE') || null
  const mount = env.get('VAULT_TRANSIT_MOUNT') || DEFAULT_MOUNT
  return new VaultTransit({ address, token, tokenFile, namespace, mount })
}

function pkcs11(): KeyStore | null {
  const [module, token, pin] = [
    env.get('PKCS11_MODULE'),
    env.get('PKCS11_TOKEN'),
    env.get('PKCS11_PIN'),
  ]
  // the library alone is for tokens of tenants
  if (!token && !pin?.release()) return null
  if (!module || !token || !pin?.release())
    throw new RangeError('PKCS11_TOKEN and PKCS11_PIN belong together, and need PKCS11_MODULE')
  return new Pkcs11Token({ module, token, pin, environment: withoutSecrets(process.env) })
}

/** One for each token and PIN: how many programs run at once, and who is first, is known to that alone. */
function tenantsTokens(): Pick<KeyStores, 'tokenAt'> {
  const module = env.get('PKCS11_MODULE')
  if (!module) return {}
  const environment = withoutSecrets(process.env)
  const known = new LRUCache<string, Pkcs11Token>({ max: MAX_TOKENS })
  return {
    tokenAt(token, pin) {
      const name = createHash('sha256').update(`${token}\0${pin.release()}`).digest('hex')
      const found = known.get(name)
      // whether one that was refused is tried again, once somebody has mended it, is for who keeps the PIN to say
      if (found && !found.isRefused) return found
      const opened = new Pkcs11Token({ module, token, pin, environment })
      known.set(name, opened)
      return opened
    },
  }
}

/** Libraries of vendors are configured by variables of their own, and have no business with ours. */
function withoutSecrets(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !SECRET.test(name)))
}

export default sealKeys()
