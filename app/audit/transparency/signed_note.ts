import { createHash, createPublicKey, sign, verify, type KeyObject } from 'node:crypto'

/** SubjectPublicKeyInfo of an Ed25519 key (RFC 8410, section 4), up to its 32 bytes. */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')
const KEY_BYTES = 32
const ID_BYTES = 4
const SIGNATURE_LINE = /^— (\S+) ([A-Za-z0-9+/]+={0,2})$/
const NAME = /^[^\s+]+$/

/** What a key signs: the text itself, or as a witness the text with the time at which it was seen (C2SP tlog-cosignature). */
const ALGORITHMS = { note: 0x01, cosignature: 0x04 } as const

export type NoteAlgorithm = keyof typeof ALGORITHMS

/** A text and the signatures under it (C2SP signed-note). */
export interface SignedNote {
  /** Ends with a line feed. */
  text: string
  signatures: readonly NoteSignature[]
}

export interface NoteSignature {
  name: string
  keyId: Buffer
  bytes: Buffer
}

/** @returns null for what is none */
export function parseNote(source: string): SignedNote | null {
  const end = source.lastIndexOf('\n\n')
  if (end === -1 || !source.endsWith('\n')) return null
  const signatures = source
    .slice(end + 2, -1)
    .split('\n')
    .map(parseSignature)
  if (signatures.some((one) => one === null)) return null
  return { text: source.slice(0, end + 1), signatures: signatures as NoteSignature[] }
}

export function parseSignature(text: string): NoteSignature | null {
  const [, name, encoded] = SIGNATURE_LINE.exec(text) ?? []
  if (!name) return null
  const bytes = Buffer.from(encoded, 'base64')
  if (bytes.length <= ID_BYTES) return null
  return { name, keyId: bytes.subarray(0, ID_BYTES), bytes: bytes.subarray(ID_BYTES) }
}

function idOf(name: string, algorithm: NoteAlgorithm, key: Buffer): Buffer {
  const hash = createHash('sha256').update(`${name}\n`).update(Buffer.of(ALGORITHMS[algorithm]))
  return hash.update(key).digest().subarray(0, ID_BYTES)
}

/** A public Ed25519 key under its name: `<name>+<id in hex>+<base64 of the algorithm and the key>`. */
export class NoteVerifier {
  private constructor(
    readonly name: string,
    readonly algorithm: NoteAlgorithm,
    readonly key: Buffer
  ) {}

  /** @returns null for what is not such a key */
  static parse(text: string): NoteVerifier | null {
    const [name, id, ...rest] = text.split('+')
    const encoded = Buffer.from(rest.join('+'), 'base64')
    const algorithm = (['note', 'cosignature'] as const).find(
      (one) => ALGORITHMS[one] === encoded[0]
    )
    if (!NAME.test(name) || !algorithm || encoded.length !== KEY_BYTES + 1) return null
    const verifier = new NoteVerifier(name, algorithm, encoded.subarray(1))
    return verifier.id.toString('hex') === id ? verifier : null
  }

  static of(name: string, algorithm: NoteAlgorithm, key: KeyObject): NoteVerifier {
    const spki = createPublicKey(key).export({ format: 'der', type: 'spki' })
    return new NoteVerifier(name, algorithm, spki.subarray(SPKI_PREFIX.length))
  }

  get id(): Buffer {
    return idOf(this.name, this.algorithm, this.key)
  }

  toString(): string {
    const encoded = Buffer.concat([Buffer.of(ALGORITHMS[this.algorithm]), this.key])
    return `${this.name}+${this.id.toString('hex')}+${encoded.toString('base64')}`
  }

  /** Whether one of the signatures under the note is this key's. Those of other keys are passed over. */
  hasSigned({ text, signatures }: SignedNote): boolean {
    return signatures.some((one) => this.#isOwn(one) && this.#isValid(text, one.bytes))
  }

  #isOwn({ name, keyId }: NoteSignature): boolean {
    return name === this.name && keyId.equals(this.id)
  }

  #isValid(text: string, bytes: Buffer): boolean {
    const der = Buffer.concat([SPKI_PREFIX, this.key])
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
    if (this.algorithm === 'note') return verify(null, Buffer.from(text), key, bytes)
    if (bytes.length !== 8 + 64) return false
    const seen = cosigned(text, Number(bytes.readBigUInt64BE()))
    return verify(null, seen, key, bytes.subarray(8))
  }
}

/** The line of a signature under a text. */
export function signatureLine(text: string, name: string, key: KeyObject): string {
  return line(name, idOf(name, 'note', rawKey(key)), sign(null, Buffer.from(text), key))
}

/** The line of a witness. @param seconds  since 1970 */
export function cosignatureLine(
  text: string,
  seconds: number,
  { name, key }: { name: string; key: KeyObject }
): string {
  const time = Buffer.alloc(8)
  time.writeBigUInt64BE(BigInt(seconds))
  const signature = sign(null, cosigned(text, seconds), key)
  return line(name, idOf(name, 'cosignature', rawKey(key)), Buffer.concat([time, signature]))
}

function line(name: string, id: Buffer, signature: Buffer): string {
  return `— ${name} ${Buffer.concat([id, signature]).toString('base64')}`
}

function rawKey(key: KeyObject): Buffer {
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(SPKI_PREFIX.length)
}

function cosigned(text: string, seconds: number): Buffer {
  return Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`)
}
