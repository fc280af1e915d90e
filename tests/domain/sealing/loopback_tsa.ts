import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { outsideProgram } from './outside_program.js'

const CONFIGURATION = `
[ req ]
distinguished_name = name
prompt = no
[ name ]
CN = Loopback time stamps
[ authority ]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign, cRLSign
[ stamping ]
basicConstraints = CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
[ answering ]
basicConstraints = CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = OCSPSigning
[ tsa ]
dir = .
serial = ./serial
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256, sha384, sha512
ess_cert_id_alg = sha256
[ lists ]
database = ./index.txt
default_md = sha256
default_crl_days = 30
`

export const EC_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256']
/** On a curve that browsers lack. */
export const P224_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-224']
export const RSA_KEY = ['-newkey', 'rsa:2048']

const KEEP_ALIVE_MS = 60_000

/** Added to the certificate of one that publishes what was revoked. */
const listedAt = (url: string) => `crlDistributionPoints = URI:${url}list.crl\n`
/** And of one whose issuer has somebody answer for it. */
const answeredAt = (url: string) => `authorityInfoAccess = OCSP;URI:${url}ocsp\n`

export interface LoopbackTsaOptions {
  /** Whether its certificate says where a list of what was revoked is, which it serves. */
  isListed?: boolean
  /** Whether it names a responder, which answers. */
  isAnswered?: boolean
}

interface AnsweringOptions {
  digest?: string
  key?: string[]
  /** How its issuer signs its certificate. */
  signing?: readonly string[]
}

/** openssl's time-stamping authority behind HTTP, with an authority of its own. */
export class LoopbackTsa {
  /** What to answer instead, when it should misbehave. */
  answer: ((reply: Buffer) => { status?: number; body: Buffer }) | null = null
  /** Whether it keeps its list to itself. */
  isSilent = false
  readonly replies: Buffer[] = []
  #answerDigest = 'sha256'
  #server!: Server
  #folder!: string
  // openssl does not lock its file of serial numbers
  #turn: Promise<unknown> = Promise.resolve()

  static async start(options: LoopbackTsaOptions = {}) {
    const tsa = new LoopbackTsa()
    await tsa.#listen()
    await tsa.#prepare(options)
    return tsa
  }

  /** From now on it stamps with another certificate, by the same authority. @param days  how long that is valid @param signing  how that signs it */
  async renew(days: number, key = EC_KEY, signing: string[] = []) {
    await this.#issued('stamping', { days, key, signing })
  }

  /** From now on its responder has another certificate, and signs with this digest. */
  async answerWith({ digest = 'sha256', ...issuing }: AnsweringOptions) {
    this.#answerDigest = digest
    await this.#issued('answering', issuing)
  }

  get url() {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`
  }

  /** From now on it signs with this digest. */
  async signWith(digest: string) {
    const written = await readFile(this.path('openssl.cnf'), 'utf8')
    const changed = written.replace(/(?<=signer_digest = )\w+/, digest)
    await writeFile(this.path('openssl.cnf'), changed)
  }

  path(name: string) {
    return join(this.#folder, name)
  }

  async stop() {
    this.#server.close()
    await rm(this.#folder, { recursive: true })
  }

  async #prepare({ isListed, isAnswered }: LoopbackTsaOptions) {
    this.#folder = await mkdtemp(join(tmpdir(), 'tsa-'))
    const stamping = '[ stamping ]\n'
    const places = [
      ...(isListed ? [listedAt(this.url)] : []),
      ...(isAnswered ? [answeredAt(this.url)] : []),
    ]
    const extended = CONFIGURATION.replace(stamping, [stamping, ...places].join(''))
    await writeFile(this.path('openssl.cnf'), extended)
    await writeFile(this.path('serial'), '01\n')
    await writeFile(this.path('index.txt'), '')
    await this.#selfSigned('authority')
    await this.#issued('stamping')
    if (isAnswered) await this.#issued('answering')
    await this.publish()
  }

  /** Makes its list anew. @param by  the certificate in the name of which it is signed @param digest  how it is signed */
  async publish({ by = 'authority', digest = 'sha256' } = {}) {
    const keys = ['-cert', this.path(`${by}.pem`), '-keyfile', this.path('authority.key')]
    await this.#openssl(
      ['ca', '-gencrl', '-config', this.path('openssl.cnf'), '-name', 'lists', ...keys],
      ['-md', digest, '-out', this.path('list.pem')]
    )
    await this.#openssl([
      ...['crl', '-in', this.path('list.pem'), '-outform', 'DER', '-out', this.path('list.crl')],
    ])
  }

  /** Has another certificate for the key of its authority, with its name in other words. */
  async rename(subject: string): Promise<string> {
    const name = 'renamed'
    await this.#openssl(
      ['req', '-x509', '-key', this.path('authority.key'), '-subj', subject],
      ['-config', this.path('openssl.cnf'), '-extensions', 'authority', '-days', '2'],
      ['-out', this.path(`${name}.pem`)]
    )
    return name
  }

  #listen(): Promise<void> {
    this.#server = createServer((request, response) => {
      if (request.method === 'GET')
        return this.isSilent
          ? response.writeHead(503).end()
          : void readFile(this.path('list.crl')).then((list) => response.end(list))
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        this.#turn = this.#turn.then(async () => {
          const asked = Buffer.concat(parts)
          if (request.url === '/ocsp') return void response.end(await this.#answer(asked))
          const reply = await this.#reply(asked)
          this.replies.push(reply)
          const { status = 200, body } = this.answer?.(reply) ?? { body: reply }
          response.writeHead(status, { 'content-type': 'application/timestamp-reply' }).end(body)
        })
      })
    })
    // it shares its thread with those who ask: while they compute, nobody notices that a connection has rested too long
    this.#server.keepAliveTimeout = KEEP_ALIVE_MS
    return new Promise((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
  }

  async #reply(query: Buffer): Promise<Buffer> {
    await writeFile(this.path('query'), query)
    const signer = ['-signer', this.path('stamping.pem'), '-inkey', this.path('stamping.key')]
    await this.#openssl(
      ['ts', '-reply', '-config', this.path('openssl.cnf'), '-section', 'tsa', ...signer],
      [
        '-chain',
        this.path('authority.pem'),
        '-queryfile',
        this.path('query'),
        '-out',
        this.path('reply'),
      ]
    )
    return readFile(this.path('reply'))
  }

  /** It says of every certificate that it is good. */
  async #answer(query: Buffer): Promise<Buffer> {
    await writeFile(this.path('asked'), query)
    const { output } = await outsideProgram(
      'openssl',
      ['x509', '-in', this.path('stamping.pem'), '-noout', '-serial'],
      this.#folder
    )
    const serial = output.trim().split('=')[1]
    await writeFile(this.path('issued.txt'), `V\t491231235959Z\t\t${serial}\tunknown\t/CN=x\n`)
    const signer = ['-rsigner', this.path('answering.pem'), '-rkey', this.path('answering.key')]
    await this.#openssl(
      ['ocsp', '-index', this.path('issued.txt'), '-CA', this.path('authority.pem'), ...signer],
      ['-reqin', this.path('asked'), '-respout', this.path('answer'), '-ndays', '7'],
      ['-rmd', this.#answerDigest]
    )
    return readFile(this.path('answer'))
  }

  #selfSigned(name: string) {
    return this.#openssl(
      ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
      ['-config', this.path('openssl.cnf'), '-extensions', name, '-days', '2'],
      ['-keyout', this.path(`${name}.key`), '-out', this.path(`${name}.pem`)]
    )
  }

  async #issued(name: string, { days = 2, key = EC_KEY, signing = [] as readonly string[] } = {}) {
    await this.#openssl(
      ['req', ...key, '-nodes'],
      ['-config', this.path('openssl.cnf'), '-subj', '/CN=Loopback time stamps, unit 1'],
      ['-keyout', this.path(`${name}.key`), '-out', this.path(`${name}.csr`)]
    )
    await this.#openssl(
      ['x509', '-req', '-in', this.path(`${name}.csr`), '-days', String(days), '-CAcreateserial'],
      ['-CA', this.path('authority.pem'), '-CAkey', this.path('authority.key')],
      ['-extfile', this.path('openssl.cnf'), '-extensions', name, '-out', this.path(`${name}.pem`)],
      [...signing]
    )
  }

  async #openssl(...args: string[][]) {
    const { output, exitCode } = await outsideProgram('openssl', args.flat(), this.#folder)
    if (exitCode !== 0) throw new Error(`openssl ${args.flat().join(' ')}: ${output}`)
  }
}
