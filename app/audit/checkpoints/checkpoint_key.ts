import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto'
import { sha256Hex } from '#app/foundation/opaque_token'
import { keyRing, PLATFORM } from '#app/tenancy/keys'
import { NoteVerifier, signatureLine } from '../transparency/signed_note.js'

/** PKCS#8 of an Ed25519 key (RFC 8410, section 7), up to its 32 bytes of seed. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The platform's own signature under a checkpoint; made from its root, so it is in no database. */
export class CheckpointKey {
  private constructor(private key: KeyObject) {}

  static async current(): Promise<CheckpointKey> {
    const seed = (await keyRing.derive(PLATFORM, 'audit-checkpoint')).export()
    return new CheckpointKey(
      createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' })
    )
  }

  get publicKey(): string {
    return createPublicKey(this.key).export({ format: 'pem', type: 'spki' }).toString()
  }

  get id(): string {
    return sha256Hex(createPublicKey(this.key).export({ format: 'der', type: 'spki' })).slice(0, 16)
  }

  sign(text: string): string {
    return sign(null, Buffer.from(text), this.key).toString('base64')
  }

  /** The line of its signature under a note. @param name  of the log */
  signNote(text: string, name: string): string {
    return signatureLine(text, name, this.key)
  }

  /** What others check notes with. */
  noteVerifier(name: string): NoteVerifier {
    return NoteVerifier.of(name, 'note', this.key)
  }

  verify(text: string, signature: string): boolean {
    return verify(
      null,
      Buffer.from(text),
      createPublicKey(this.key),
      Buffer.from(signature, 'base64')
    )
  }
}
