import { createPublicKey } from 'node:crypto'
import KeyStoreAway from '../errors/key_store_away.js'
import type { KeyStore } from './key_store.js'
import { membersOf, VaultHttp, type VaultAccess } from './vault_http.js'

/** A certificate is about one key: should somebody rotate it in Vault, ours is still the first. */
const VERSION = 1
const TYPE = 'ecdsa-p256'
const SIGNATURE = /^vault:v1:([A-Za-z0-9+/]+={0,2})$/

/** Keys in Vault's secrets engine Transit, which signs with them and exports none. */
export class VaultTransit implements KeyStore {
  readonly name = 'vault'
  #http: VaultHttp
  #mount: string

  constructor({ mount, ...access }: VaultAccess & { mount: string }) {
    this.#http = new VaultHttp(access)
    this.#mount = mount
  }

  /** What the policy `default` lets every token ask. */
  async check(): Promise<void> {
    await this.#http.ask('GET', 'auth/token/lookup-self')
  }

  async create(key: string): Promise<Uint8Array<ArrayBuffer>> {
    const path = `${this.#mount}/keys/${key}`
    const terms = { type: TYPE, exportable: false, allow_plaintext_backup: false }
    await this.#http.ask('POST', path, terms)
    const { type, keys } = (await this.#http.ask('GET', path)) ?? {}
    const { public_key: pem } = membersOf(membersOf(keys)[VERSION])
    if (type !== TYPE) throw new KeyStoreAway(`Vault made a key of the type ${String(type)}`)
    return derOf(pem)
  }

  async sign(key: string, digest: Uint8Array): Promise<Uint8Array> {
    const answer = await this.#http.ask('POST', `${this.#mount}/sign/${key}`, {
      input: Buffer.from(digest).toString('base64'),
      prehashed: true,
      hash_algorithm: 'sha2-256',
      marshaling_algorithm: 'asn1',
      key_version: VERSION,
    })
    const [, value] = SIGNATURE.exec(String(answer?.signature)) ?? []
    if (!value) throw new KeyStoreAway('Vault answered without a signature')
    return Buffer.from(value, 'base64')
  }
}

function derOf(pem: unknown): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(createPublicKey(String(pem)).export({ type: 'spki', format: 'der' }))
  } catch (cause) {
    throw new KeyStoreAway('Vault answered without a public key', { cause })
  }
}
