import { execFile } from 'node:child_process'
import type { Secret } from '@adonisjs/core/helpers'
import { Semaphore } from '#app/foundation/semaphore'
import KeyStoreAway from '../errors/key_store_away.js'
import type { KeyStore } from './key_store.js'

const PROGRAM = 'pkcs11-tool'
const TIMEOUT_MS = 15_000
const MAX_OUTPUT_BYTES = 64 * 1024
/** Tokens have few sessions, and each program takes one. */
const AT_ONCE = 4
export const PIN_REFUSED = /CKR_PIN_/
/** What stands before a SHA-256 digest in a signature by RSA (RFC 8017, 9.2). */
const SHA256_INFO = Buffer.from('3031300d060960864801650304020105000420', 'hex')

export interface Pkcs11Access {
  /** The vendor's library, such as `/usr/lib/softhsm/libsofthsm2.so`. */
  module: string
  /** The label of the token. */
  token: string
  pin: Secret<string>
  /** What the library may read of this process's environment, such as where its configuration is. */
  environment: Readonly<Record<string, string | undefined>>
}

/**
 * Keys in a token that speaks PKCS#11: a hardware security module, a smart card, SoftHSM. OpenSC's program runs the vendor's library, which
 * so can neither block nor crash this process.
 */
export class Pkcs11Token implements KeyStore {
  readonly name = 'pkcs11'
  #turns = new Semaphore(AT_ONCE)
  #firstTurns = new Semaphore(1)
  #isLetIn = false
  #refusal: KeyStoreAway | null = null

  constructor(private access: Pkcs11Access) {}

  /** Its PIN was refused, and is not tried again. */
  get isRefused(): boolean {
    return this.#refusal !== null
  }

  async check(): Promise<void> {
    await this.#run(['--list-objects', '--type', 'privkey'])
  }

  async create(key: string): Promise<Uint8Array<ArrayBuffer>> {
    const named = ['--label', key, '--id', idOf(key)]
    await this.#run([
      ...['--keypairgen', '--key-type', 'EC:prime256v1', '--usage-sign', '--sensitive', ...named],
    ])
    return new Uint8Array(await this.#run(['--read-object', '--type', 'pubkey', '--id', idOf(key)]))
  }

  async sign(key: string, digest: Uint8Array): Promise<Uint8Array> {
    return this.signWith(idOf(key), 'ec', digest)
  }

  /**
   * With a key that was not made here.
   *
   * @param id  its CKA_ID, hexadecimal
   * @returns RSA (PKCS #1 v1.5), or ECDSA in DER
   * @throws E_KEY_STORE_AWAY
   */
  async signWith(id: string, kind: 'rsa' | 'ec', digest: Uint8Array): Promise<Uint8Array> {
    const how =
      kind === 'rsa'
        ? ['--mechanism', 'RSA-PKCS']
        : ['--mechanism', 'ECDSA', '--signature-format', 'openssl']
    const input = kind === 'rsa' ? Buffer.concat([SHA256_INFO, digest]) : digest
    return this.#run(['--sign', ...how, '--id', id], input)
  }

  /**
   * A PIN that was refused is not tried again, and the first try is alone: after a few wrong ones a token locks itself.
   *
   * @returns what it wrote
   */
  #run(args: string[], input: Uint8Array = new Uint8Array(0)): Promise<Buffer> {
    const turns = this.#isLetIn ? this.#turns : this.#firstTurns
    return turns.run(async () => {
      if (this.#refusal) throw this.#refusal
      try {
        const output = await this.#started(args, input)
        this.#isLetIn = true
        return output
      } catch (error) {
        if (error instanceof KeyStoreAway && PIN_REFUSED.test(error.message)) this.#refusal = error
        throw error
      }
    })
  }

  #started(args: string[], input: Uint8Array): Promise<Buffer> {
    const { module, token, pin, environment } = this.access
    const where = ['--module', module, '--token-label', token, '--login', '--pin', 'env:PKCS11_PIN']
    const env = { ...environment, PKCS11_PIN: pin.release() }
    const limits = {
      timeout: TIMEOUT_MS,
      killSignal: 'SIGKILL',
      maxBuffer: MAX_OUTPUT_BYTES,
    } as const
    return new Promise((resolve, reject) => {
      const options = { ...limits, env, encoding: 'buffer' } as const
      const child = execFile(PROGRAM, [...where, ...args], options, (error, stdout, stderr) => {
        if (error) reject(new KeyStoreAway(reasonOf(error, stderr), { cause: error }))
        else resolve(stdout)
      })
      // one that ends before it has read says so by itself
      child.stdin?.on('error', () => {}).end(input)
    })
  }
}

/** CKA_ID, in hexadecimal. */
function idOf(key: string): string {
  return Buffer.from(key).toString('hex')
}

function reasonOf(error: Error & { code?: unknown; killed?: boolean }, stderr: Buffer): string {
  if (error.code === 'ENOENT') return `${PROGRAM} is missing: install the Debian package opensc`
  if (error.killed) return 'the token did not answer in time'
  const lines = stderr
    .toString('utf8')
    .split('\n')
    .map((line) => line.trim())
  const says = lines.filter((line) => line && !line.startsWith('Using ')).slice(0, 2)
  return `${PROGRAM}: ${says.join('; ').slice(0, 300) || error.message.slice(0, 300)}`
}
