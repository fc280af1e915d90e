import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const UP = 0x01
const UV = 0x04
const BACKUP_ELIGIBLE = 0x08
const ATTESTED = 0x40

/** What a dishonest browser or authenticator would write in the place of the truth. */
export interface Lies {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  isVerified?: boolean
  counter?: number
  userHandle?: string
  /** Signs with another key. */
  signedBy?: SoftAuthenticator
  /** Claims another's credential. */
  credentialId?: string
  /** Of an attestation that nobody asked for. */
  attestation?: { fmt: string; attStmt: Map<string, unknown> }
}

/** What the server asks for, as far as it matters here. */
export interface Asked {
  challenge: string
  rp?: { id?: string }
  rpId?: string
  user?: { id: string }
}

/** An authenticator with one passkey, in software (WebAuthn Level 3, 6): ES256, no attestation. */
export class SoftAuthenticator {
  readonly credentialId = randomBytes(32).toString('base64url')
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  #userHandle = ''
  counter = 0

  /** @param origin  of the page that asks. @param isSynced  whether the passkey may be copied to other devices */
  constructor(
    readonly origin: string,
    private isSynced = false
  ) {}

  /** The JSON that a browser sends after `navigator.credentials.create`. */
  make(asked: Asked, lies: Lies = {}): string {
    this.#userHandle = asked.user?.id ?? ''
    const id = Buffer.from(this.credentialId, 'base64url')
    const head = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id])
    const authData = Buffer.concat([
      this.#authData(asked.rp?.id ?? '', ATTESTED, lies),
      head,
      isoCBOR.encode(coseOf(this.#keys.publicKey)),
    ])
    const { fmt, attStmt } = lies.attestation ?? { fmt: 'none', attStmt: new Map() }
    const attestation = new Map<string, unknown>([
      ['fmt', fmt],
      ['attStmt', attStmt],
      ['authData', Uint8Array.from(authData)],
    ])
    return this.#credential({
      clientDataJSON: this.#clientData(asked, { type: 'webauthn.create', ...lies }),
      attestationObject: base64url(isoCBOR.encode(attestation as Map<string, string>)),
      transports: ['internal', 'nonsense'],
    })
  }

  /** The JSON that a browser sends after `navigator.credentials.get`. */
  use(asked: Asked, lies: Lies = {}): string {
    this.counter = lies.counter ?? (this.counter === 0 ? 0 : this.counter + 1)
    const authData = this.#authData(asked.rpId ?? '', 0, lies)
    const clientDataJSON = this.#clientData(asked, { type: 'webauthn.get', ...lies })
    const digest = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest()
    const { privateKey } = (lies.signedBy ?? this).#keys
    const signature = sign('sha256', Buffer.concat([authData, digest]), privateKey)
    return this.#credential(
      {
        clientDataJSON,
        authenticatorData: base64url(authData),
        signature: base64url(signature),
        userHandle: lies.userHandle ?? this.#userHandle,
      },
      lies.credentialId
    )
  }

  #credential(response: object, id = this.credentialId): string {
    return JSON.stringify({
      id,
      rawId: id,
      type: 'public-key',
      response,
      clientExtensionResults: {},
    })
  }

  #clientData({ challenge }: Asked, lies: Lies): string {
    const said = {
      type: lies.type,
      challenge: lies.challenge ?? challenge,
      origin: lies.origin ?? this.origin,
      crossOrigin: false,
    }
    return base64url(Buffer.from(JSON.stringify(said)))
  }

  #authData(rpId: string, flags: number, lies: Lies): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    const verified = (lies.isVerified ?? true) ? UV : 0
    const synced = this.isSynced ? BACKUP_ELIGIBLE : 0
    return Buffer.concat([
      createHash('sha256')
        .update(lies.rpId ?? rpId)
        .digest(),
      Buffer.from([UP | verified | synced | flags]),
      counter,
    ])
  }
}

/** RFC 9053, 7.1: an ES256 key. */
function coseOf(key: KeyObject): Map<number, number | Uint8Array> {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Uint8Array.from(Buffer.from(x, 'base64url'))],
    [-3, Uint8Array.from(Buffer.from(y, 'base64url'))],
  ])
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}
