import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  randomBytes,
  X509Certificate,
} from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { OutsideCertificate } from './outside_authority.js'

export const CSC_CLIENT = { clientId: 'acme', clientSecret: 'secret of the client' }
export const CSC_CREDENTIAL = 'seal-1'
export const CSC_PIN = '12345678'
export const CSC_USER = 'acme holding'

const SHA_256 = '2.16.840.1.101.3.4.2.1'
const ALGORITHMS = { rsa: '1.2.840.113549.1.1.11', ec: '1.2.840.10045.4.3.2' } as const

type Terms = Partial<Record<string, string>>

type Reply = [status: number, body: Record<string, unknown>]

/**
 * A provider of remote signatures on loopback, as far as CSC API 2.0.0.2 describes one with OAuth 2.0 for clients, or for people whom it lets in at
 * once (RFC 6749, 7636: a code with PKCE, refresh tokens that count once), and a PIN. It takes
 * nothing else: what is asked otherwise is answered with 400 and an error of the specification, and stands in `faults`.
 */
export class CscServer {
  readonly faults: string[] = []
  readonly asked: string[] = []
  /** Every code and token that it gave. */
  readonly given: string[] = []
  held: OutsideCertificate
  /** Answered to everything, while it is away. */
  isAway = false
  /** Signs with another key than the certificate's. */
  isWrong = false
  mode: 'explicit' | 'implicit' | 'oauth2code' = 'explicit'
  pin = CSC_PIN
  /** What it calls the PIN. */
  pinId = 'PIN'
  /** Ways to log in that `info` names. */
  authType = ['oauth2client']
  /** Credentials that are listed beside the one that signs, and what is said of them. */
  others: Record<string, unknown>[] = []
  /** Whether a key needs a code beside the PIN, which somebody gets. */
  asksCode = false
  /** Whether somebody who has logged in can be let in again without them. */
  renews = true
  /** Whose each access token is. */
  #tokens = new Map<string, 'client' | 'person'>()
  #codes = new Map<string, { challenge: string; redirectUri: string }>()
  #refreshTokens = new Set<string>()
  #sads = new Map<string, string>()
  #server!: Server
  #folder = mkdtempSync(join(tmpdir(), 'csc-'))

  private constructor(held: OutsideCertificate) {
    this.held = held
  }

  static async open(held: OutsideCertificate): Promise<CscServer> {
    const csc = new CscServer(held)
    csc.#server = createServer((request, response) => void csc.#serve(request, response))
    await new Promise<void>((done) => csc.#server.listen(0, '127.0.0.1', done))
    return csc
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/csc/v2`
  }

  /** Every access token has ended. */
  endTokens(): void {
    this.#tokens.clear()
  }

  /** Nobody who has logged in is let in again without doing so. */
  endLogIns(): void {
    this.endTokens()
    this.#refreshTokens.clear()
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((done) => this.#server.close(done))
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const method = (request.url ?? '').replace('/csc/v2/', '')
    this.asked.push(method.replace(/\?.*/, ''))
    if (method.startsWith('oauth2/authorize?')) return this.#logIn(method, response)
    const [status, body] = this.isAway
      ? ([503, { error: 'server_error' }] as Reply)
      : this.#reply(method, request, Buffer.concat(parts).toString())
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  }

  #reply(method: string, { headers, method: verb }: IncomingMessage, body: string): Reply {
    if (verb !== 'POST') return this.#fault(`${verb} ${method}`)
    if (method === 'oauth2/token') return this.#token(new URLSearchParams(body))
    const input = JSON.parse(body) as Record<string, unknown>
    if (method === 'info') return [200, this.#info]
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]
    const whose = this.#tokens.get(token ?? '')
    if (!whose) return [401, { error: 'invalid_token' }]
    if (method === 'credentials/list') return this.#list(input, whose)
    if (input.credentialID !== CSC_CREDENTIAL) return this.#fault('Invalid parameter credentialID')
    if (method === 'credentials/info') return this.#credential(input)
    if (method === 'credentials/authorize') return this.#authorize(input)
    if (method === 'signatures/signHash') return this.#sign(input)
    return this.#fault(method)
  }

  get #info() {
    const methods = ['list', 'info', 'authorize'].map((name) => `credentials/${name}`)
    const names = { name: 'Provider of these tests', region: 'DE', lang: 'en-US', logo: '' }
    const offers = { authType: this.authType, methods: [...methods, 'signatures/signHash'] }
    return { specs: '2.0.0.2', ...names, oauth2: this.url, ...offers }
  }

  #token(form: URLSearchParams): Reply {
    const { client_id: id, client_secret: secret, ...terms } = Object.fromEntries(form)
    if (id !== CSC_CLIENT.clientId || secret !== CSC_CLIENT.clientSecret)
      return [401, { error: 'invalid_client' }]
    const { grant_type: grant, ...about } = terms
    if (grant === 'authorization_code') return this.#redeem(about)
    if (grant === 'refresh_token') return this.#refresh(about)
    if (!isDeepStrictEqual(terms, { grant_type: 'client_credentials', scope: 'service' }))
      return this.#fault('a token of another kind')
    return [200, this.#granted('client')]
  }

  #secret(): string {
    const secret = randomBytes(16).toString('hex')
    this.given.push(secret)
    return secret
  }

  #granted(whose: 'client' | 'person') {
    const token = this.#secret()
    this.#tokens.set(token, whose)
    return { access_token: token, token_type: 'Bearer', expires_in: 3600 }
  }

  #grantedToPerson(): Reply {
    if (!this.renews) return [200, this.#granted('person')]
    const token = this.#secret()
    this.#refreshTokens.add(token)
    return [200, { ...this.#granted('person'), refresh_token: token }]
  }

  /** Somebody logs in at once, and is sent back (8.4.2). */
  #logIn(method: string, response: ServerResponse): void {
    const asked = Object.fromEntries(new URL(method, this.url).searchParams)
    const { redirect_uri: redirectUri, state, code_challenge: challenge, ...terms } = asked
    const wanted = { response_type: 'code', client_id: CSC_CLIENT.clientId, scope: 'service' }
    const isAsItShould =
      isDeepStrictEqual(terms, { ...wanted, code_challenge_method: 'S256' }) &&
      /^[\w-]{43}$/.test(challenge ?? '') &&
      /^.{20,255}$/.test(state ?? '')
    if (!isAsItShould) this.#fault('Invalid authorization request')
    const code = this.#secret()
    this.#codes.set(code, { challenge: challenge!, redirectUri: redirectUri! })
    const location = `${redirectUri}?${new URLSearchParams({ code, state: state! })}`
    response.writeHead(302, { location }).end()
  }

  #redeem({ code = '', redirect_uri: redirectUri, code_verifier: verifier = '' }: Terms): Reply {
    const known = this.#codes.get(code)
    this.#codes.delete(code)
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    if (!known || !isDeepStrictEqual(known, { challenge, redirectUri }))
      return [400, { error: 'invalid_grant' }]
    return this.#grantedToPerson()
  }

  /** One that is used a second time ends the log-in (RFC 9700, 4.14.2). */
  #refresh({ refresh_token: token = '' }: Terms): Reply {
    if (!this.#refreshTokens.delete(token)) {
      this.endLogIns()
      return [400, { error: 'invalid_grant' }]
    }
    return this.#grantedToPerson()
  }

  /** Clients name the user, since their tokens are nobody's (11.4). */
  #list({ userID, ...asked }: Record<string, unknown>, whose: 'client' | 'person'): Reply {
    if (userID !== (whose === 'client' ? CSC_USER : undefined))
      return this.#fault('Invalid parameter userID')
    const wanted = { credentialInfo: true, certificates: 'single', certInfo: true, authInfo: true }
    if (!isDeepStrictEqual(asked, wanted)) return this.#fault('Invalid parameter certificates')
    const own = { credentialID: CSC_CREDENTIAL, description: 'Seal of the company' }
    const { certificate } = this.held
    const infos = [{ ...own, ...this.#about([certificate]) }, ...this.others]
    const ids = infos.map(({ credentialID }) => credentialID)
    return [200, { credentialIDs: ids, credentialInfos: infos }]
  }

  #credential(asked: Record<string, unknown>): Reply {
    const wanted = { certificates: 'chain', certInfo: true, authInfo: true }
    if (!isDeepStrictEqual(asked, { credentialID: CSC_CREDENTIAL, ...wanted }))
      return this.#fault('Invalid parameter certificates')
    const { certificate, chain } = this.held
    return [200, this.#about([certificate, ...chain])]
  }

  #about(held: Uint8Array[]): Record<string, unknown> {
    const certificates = held.map((der) => Buffer.from(der).toString('base64'))
    const key = { status: 'enabled', algo: [this.#algorithm], len: 256 }
    const cert = { status: 'valid', certificates }
    const pin = { type: 'Password', id: this.pinId, format: 'N', label: 'PIN' }
    const code = { type: 'ChallengeResponse', id: 'OTP', format: 'N', label: 'Code by SMS' }
    const what = this.asksCode
      ? { expression: `${pin.id} AND OTP`, objects: [code, pin] }
      : { expression: pin.id, objects: [pin] }
    const auth = { mode: this.mode, ...(this.mode === 'explicit' && what) }
    return { key, cert, auth, SCAL: '1', multisign: 1, lang: 'en-US' }
  }

  #authorize(input: Record<string, unknown>): Reply {
    const { numSignatures, hashes, hashAlgorithmOID, authData } = input
    if (numSignatures !== 1) return this.#fault('Invalid value for parameter numSignatures')
    if (hashAlgorithmOID !== SHA_256) return this.#fault('Invalid parameter hashAlgorithmOID')
    if (!Array.isArray(hashes) || hashes.length !== 1)
      return this.#fault('Invalid parameter hashes')
    const pin = this.mode === 'explicit' ? [{ id: this.pinId, value: this.pin }] : undefined
    if (!isDeepStrictEqual(authData, pin)) return [400, { error: 'invalid_pin' }]
    const sad = randomBytes(24).toString('base64')
    this.#sads.set(sad, String(hashes[0]))
    return [200, { SAD: sad, expiresIn: 300 }]
  }

  #sign(input: Record<string, unknown>): Reply {
    const { SAD, hashes, hashAlgorithmOID, signAlgo } = input
    const authorized = this.#sads.get(String(SAD))
    // what was authorised is used up, whatever becomes of it
    this.#sads.delete(String(SAD))
    if (authorized === undefined) return this.#fault('Invalid parameter SAD')
    if (!isDeepStrictEqual(hashes, [authorized]))
      return this.#fault('Hash is not authorized by the SAD')
    if (hashAlgorithmOID !== SHA_256) return this.#fault('Invalid parameter hashAlgorithmOID')
    if (signAlgo !== this.#algorithm) return this.#fault('Invalid parameter signAlgo')
    const digest = Buffer.from(authorized, 'base64')
    if (digest.length !== 32) return this.#fault('Invalid digest value length')
    return [200, { signatures: [this.#signature(digest).toString('base64')] }]
  }

  get #algorithm(): string {
    const { asymmetricKeyType: type } = new X509Certificate(this.held.certificate).publicKey
    return ALGORITHMS[type as 'rsa' | 'ec']
  }

  /** Node signs no digests. */
  #signature(digest: Buffer): Buffer {
    const key = this.isWrong
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
      : createPrivateKey({ key: Buffer.from(this.held.privateKey), format: 'der', type: 'pkcs8' })
    const file = join(this.#folder, 'key.pem')
    writeFileSync(file, key.export({ type: 'pkcs8', format: 'pem' }))
    const how = key.asymmetricKeyType === 'rsa' ? ['-pkeyopt', 'digest:sha256'] : []
    return execFileSync('openssl', ['pkeyutl', '-sign', '-inkey', file, ...how], { input: digest })
  }

  #fault(error_description: string): Reply {
    this.faults.push(error_description)
    return [400, { error: 'invalid_request', error_description }]
  }
}
