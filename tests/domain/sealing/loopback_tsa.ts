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

/** Added to the certificate of one that publishes what was revoked. */
const listedAt = (url: string) => `crlDistributionPoints = URI:${url}list.crl\n`

/** openssl's time-stamping authority behind HTTP, with an authority of its own. */
export class LoopbackTsa {
  /** What to answer instead, when it should misbehave. */
  answer: ((reply: Buffer) => { status?: number; body: Buffer }) | null = null
  /** Whether it keeps its list to itself. */
  isSilent = false
  readonly replies: Buffer[] = []
  #server!: Server
  #folder!: string
  // openssl does not lock its file of serial numbers
  #turn: Promise<unknown> = Promise.resolve()

  /** @param isListed  whether its certificate says where a list of what was revoked is, which it serves */
  static async start({ isListed = false } = {}) {
    const tsa = new LoopbackTsa()
    await tsa.#listen()
    await tsa.#prepare(isListed)
    return tsa
  }

  get url() {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`
  }

  path(name: string) {
    return join(this.#folder, name)
  }

  async stop() {
    this.#server.close()
    await rm(this.#folder, { recursive: true })
  }

  async #prepare(isListed: boolean) {
    this.#folder = await mkdtemp(join(tmpdir(), 'tsa-'))
    const stamping = '[ stamping ]\n'
    const extended = CONFIGURATION.replace(stamping, `${stamping}${listedAt(this.url)}`)
    await writeFile(this.path('openssl.cnf'), isListed ? extended : CONFIGURATION)
    await writeFile(this.path('serial'), '01\n')
    await writeFile(this.path('index.txt'), '')
    await this.#selfSigned('authority')
    await this.#issued('stamping')
    const keys = ['-cert', this.path('authority.pem'), '-keyfile', this.path('authority.key')]
    await this.#openssl(
      ['ca', '-gencrl', '-config', this.path('openssl.cnf'), '-name', 'lists', ...keys],
      ['-out', this.path('list.pem')]
    )
    await this.#openssl([
      ...['crl', '-in', this.path('list.pem'), '-outform', 'DER', '-out', this.path('list.crl')],
    ])
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
          const reply = await this.#reply(Buffer.concat(parts))
          this.replies.push(reply)
          const { status = 200, body } = this.answer?.(reply) ?? { body: reply }
          response.writeHead(status, { 'content-type': 'application/timestamp-reply' }).end(body)
        })
      })
    })
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

  #selfSigned(name: string) {
    return this.#openssl(
      ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
      ['-config', this.path('openssl.cnf'), '-extensions', name, '-days', '2'],
      ['-keyout', this.path(`${name}.key`), '-out', this.path(`${name}.pem`)]
    )
  }

  async #issued(name: string) {
    await this.#openssl(
      ['req', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
      ['-config', this.path('openssl.cnf'), '-subj', '/CN=Loopback time stamps, unit 1'],
      ['-keyout', this.path(`${name}.key`), '-out', this.path(`${name}.csr`)]
    )
    await this.#openssl(
      ['x509', '-req', '-in', this.path(`${name}.csr`), '-days', '2', '-CAcreateserial'],
      ['-CA', this.path('authority.pem'), '-CAkey', this.path('authority.key')],
      ['-extfile', this.path('openssl.cnf'), '-extensions', name, '-out', this.path(`${name}.pem`)]
    )
  }

  async #openssl(...args: string[][]) {
    const { output, exitCode } = await outsideProgram('openssl', args.flat(), this.#folder)
    if (exitCode !== 0) throw new Error(`openssl ${args.flat().join(' ')}: ${output}`)
  }
}
