import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'

export const VAULT_TOKEN = 'hvs.token-of-these-tests'

type Reply = [status: number, body?: unknown]

/**
 * Vault's secrets engine Transit on loopback, as far as its documentation describes it for keys of the type `ecdsa-p256`. It takes nothing
 * else: what is asked otherwise is answered with 400, and stands in `faults`.
 */
export class VaultServer {
  readonly faults: string[] = []
  readonly asked: string[] = []
  /** Answered to everything, while it is away. */
  outage: Reply | 'cut' | null = null
  #server!: Server
  #folder = mkdtempSync(join(tmpdir(), 'vault-'))
  #keys = new Map<string, KeyObject>()

  static async open(): Promise<VaultServer> {
    const vault = new VaultServer()
    vault.#server = createServer((request, response) => void vault.#serve(request, response))
    await new Promise<void>((done) => vault.#server.listen(0, '127.0.0.1', done))
    return vault
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  get names(): string[] {
    return [...this.#keys.keys()]
  }

  /** Somebody puts another key in the place of each. */
  replaceKeys(): void {
    for (const name of this.names) this.#keys.set(name, newKey())
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((done) => this.#server.close(done))
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    this.asked.push(`${request.method} ${request.url}`)
    if (this.outage === 'cut') return void response.destroy()
    const [status, body] = this.outage ?? this.#reply(request, Buffer.concat(parts).toString())
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(body === undefined ? '' : JSON.stringify(body))
  }

  #reply({ method, url = '', headers }: IncomingMessage, body: string): Reply {
    if (headers['x-vault-token'] !== VAULT_TOKEN) return [403, { errors: ['permission denied'] }]
    if (headers['x-vault-request'] !== 'true') return this.#fault('no X-Vault-Request')
    const [, does, name = ''] = /^\/v1\/transit\/(keys|sign)\/([\w.-]+)$/.exec(url) ?? []
    if (method === 'GET' && url === '/v1/auth/token/lookup-self') return [200, { data: {} }]
    if (method === 'GET' && does === 'keys') return this.#read(name)
    if (method !== 'POST' || !does || headers['content-type'] !== 'application/json')
      return this.#fault(`${method} ${url}`)
    const asked = JSON.parse(body) as Record<string, unknown>
    return does === 'keys' ? this.#make(name, asked) : this.#sign(name, asked)
  }

  #make(name: string, asked: Record<string, unknown>): Reply {
    const terms = { type: 'ecdsa-p256', exportable: false, allow_plaintext_backup: false }
    if (!isDeepStrictEqual(asked, terms)) return this.#fault(`a key of ${JSON.stringify(asked)}`)
    if (!this.#keys.has(name)) this.#keys.set(name, newKey())
    return [204]
  }

  #read(name: string): Reply {
    const key = this.#keys.get(name)
    if (!key) return [404, { errors: [] }]
    const pem = createPublicKey(key).export({ type: 'spki', format: 'pem' })
    const version = { creation_time: '2026-11-25T10:00:00Z', name: 'P-256', public_key: pem }
    const data = { name, type: 'ecdsa-p256', keys: { 1: version }, latest_version: 1 }
    return [200, { data: { ...data, exportable: false, supports_signing: true } }]
  }

  #sign(name: string, { input, ...asked }: Record<string, unknown>): Reply {
    const key = this.#keys.get(name)
    if (!key) return [400, { errors: ['signing key not found'] }]
    const terms = { prehashed: true, hash_algorithm: 'sha2-256', marshaling_algorithm: 'asn1' }
    if (!isDeepStrictEqual(asked, { ...terms, key_version: 1 }))
      return this.#fault(`a signature of ${JSON.stringify(asked)}`)
    const digest = Buffer.from(String(input), 'base64')
    if (digest.length !== 32) return this.#fault(`a digest of ${digest.length} bytes`)
    const signature = `vault:v1:${this.#signature(key, digest).toString('base64')}`
    return [200, { data: { signature, key_version: 1 } }]
  }

  /** Node signs no digests. */
  #signature(key: KeyObject, digest: Buffer): Buffer {
    const file = join(this.#folder, 'key.pem')
    writeFileSync(file, key.export({ type: 'pkcs8', format: 'pem' }))
    return execFileSync('openssl', ['pkeyutl', '-sign', '-inkey', file], { input: digest })
  }

  #fault(what: string): Reply {
    this.faults.push(what)
    return [400, { errors: [`1 error occurred:\n\t* ${what}`] }]
  }
}

function newKey(): KeyObject {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
}
