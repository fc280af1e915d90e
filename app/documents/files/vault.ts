import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import drive from '@adonisjs/drive/services/main'
import { commitment } from '#app/audit/personal_value'
import EnvelopeRefused from '#app/foundation/errors/envelope_refused'
import { hmacSha256 } from '#app/foundation/keys/hmac_sha256'
import { openEnvelope, sealEnvelope } from '#app/foundation/keys/envelope'
import {
  openFrameRange,
  openFrames,
  sealedLength,
  sealFrames,
} from '#app/foundation/keys/sealed_frames'
import { sha256Hex } from '#app/foundation/opaque_token'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { keyRing } from '#app/tenancy/keys'
import { isMissing } from './storage/missing_file.js'
import { partialDisk, type FileSource } from './storage/partial_disk.js'
import DocumentErased from '../errors/document_erased.js'
import FileDamaged from '../errors/file_damaged.js'

/** A file of a draft, whose name says which version of it this is. */
type DraftFile<Kind extends string> = Kind | `${Kind}-${string}`

/**
 * As received; as signers saw it; with the signatures of their own certificates; as it was finished; the certificate of its end; pictures of its pages, which can be drawn again; what signers handed in, by a random key. What is sealed carries its SHA-256 in its name: of two workers that seal at once,
 * the one that loses cannot overwrite what the other has recorded. So does each further file of a draft, with a random key.
 */
export type FileKind =
  | DraftFile<'original'>
  | DraftFile<'canonical'>
  | `revision-${string}`
  | `sealed-${string}`
  | `certificate-${string}`
  | `page-${number}`
  | `attachment-${string}`

/** @param key  of the version; null for the file that the draft was made with */
export function originalFile(key: string | null): DraftFile<'original'> {
  return key === null ? 'original' : `original-${known(key)}`
}

/** @param key  the same */
export function canonicalFile(key: string | null): DraftFile<'canonical'> {
  return key === null ? 'canonical' : `canonical-${known(key)}`
}

/** Of a row that was read without it one would be shown another version. */
function known(key: string | undefined): string {
  if (key === undefined) throw new RangeError('The row was read without file_key')
  return key
}

interface Owner {
  id: string
  vaultKey: Buffer
}

/**
 * The encrypted files and values of one document. Root → tenant's key → document's key → AES-256-GCM, bound to tenant, document and
 * kind, so that a file put in another's place does not open. Made before the unit that names it; read at any time.
 */
export class Vault {
  private constructor(
    private owner: Owner,
    private key: KeyObject
  ) {}

  static async create(documentId: string): Promise<Vault> {
    const key = randomBytes(32)
    const vaultKey = sealEnvelope(await tenantKey(), key, keyPurpose(documentId))
    return new Vault({ id: documentId, vaultKey }, createSecretKey(key))
  }

  /** @throws DocumentErased */
  static async open(owner: Owner): Promise<Vault> {
    if (owner.vaultKey.length === 0) throw new DocumentErased()
    const key = openEnvelope(await tenantKey(), owner.vaultKey, keyPurpose(owner.id))
    return new Vault(owner, createSecretKey(key))
  }

  /** One file of a document, if it is there. */
  static async removeFile(documentId: string, name: string): Promise<void> {
    await drive.use().delete(`${folderOf(documentId)}/${name}`)
  }

  /** Every file of a document, whatever it is called. */
  static async removeAll(documentId: string): Promise<void> {
    await drive.use().deleteAll(folderOf(documentId))
  }

  /** The document's key, enveloped: what its row keeps. */
  get vaultKey(): Buffer {
    return this.owner.vaultKey
  }

  async write(kind: FileKind, bytes: Uint8Array): Promise<void> {
    await drive.use().put(this.#path(kind), sealFrames(this.key, bytes, this.#purpose(kind)))
  }

  /** @throws FileDamaged */
  async read(kind: FileKind): Promise<Buffer> {
    return this.#whole(kind, async (from) => {
      const sealed = await from.getBytes(this.#path(kind))
      return openFrames(this.key, sealed, this.#purpose(kind))
    })
  }

  /**
   * Plaintext bytes from `start` up to, not including, `end`. Only the frames that hold them are fetched.
   *
   * @param length  of the whole file, on record
   * @throws FileDamaged
   */
  async readRange(kind: FileKind, start: number, end: number, length: number): Promise<Buffer> {
    return this.#whole(kind, (source) => {
      const reader = {
        sealedLength: sealedLength(length),
        read: (from: number, to: number) => source.readPart(this.#path(kind), from, to),
      }
      return openFrameRange(this.key, reader, this.#purpose(kind), start, end)
    })
  }

  /** Every sealed file that is there now, but those that the document names. */
  async sealedFiles({ except }: { except: readonly FileKind[] }): Promise<FileKind[]> {
    const { objects } = await drive.use().listAll(folderOf(this.owner.id))
    const names = [...objects].map(({ name }) => name as FileKind)
    return names.filter((name) => name.startsWith('sealed-') && !except.includes(name))
  }

  async remove(...kinds: FileKind[]): Promise<void> {
    await Promise.all(kinds.map((kind) => drive.use().delete(this.#path(kind))))
  }

  /** A value of the document, too small for a file: what was typed into a field, how a signature was drawn. */
  sealValue(name: string, value: string | Uint8Array): Buffer {
    return sealEnvelope(this.key, value, this.#purpose(name))
  }

  openValue(name: string, sealed: Buffer): Buffer {
    return openEnvelope(this.key, sealed, this.#purpose(name))
  }

  /**
   * A commitment to such a value, for the trail. Its salt is made of the document's key and stored nowhere: erased with the key, and
   * known to nobody who could try out short values.
   */
  commitmentTo(name: string, value: string): string {
    return commitment({ field: name, salt: this.saltOf(name), value })
  }

  /** The salt of that commitment: given out only beside the value itself, it says nothing of the key or of other values. */
  saltOf(name: string): Buffer {
    return hmacSha256(this.key, `value-salt|${this.#purpose(name)}`)
  }

  /** Whether a sealed value opens and is the one that was committed to; earlier releases committed to none. */
  holds(name: string, sealed: Buffer, committed: string | undefined): boolean {
    try {
      const value = this.openValue(name, sealed).toString('utf8')
      return committed === undefined || this.commitmentTo(name, value) === committed
    } catch {
      return false // another document's, or noise
    }
  }

  /** SHA-256 of such a value; null where it does not open. */
  hashOf(name: string, sealed: Buffer): string | null {
    try {
      return sha256Hex(this.openValue(name, sealed))
    } catch {
      return null // another document's, or noise
    }
  }

  /** A file that is gone or does not open is damaged; a storage that cannot be reached is not. */
  async #whole(kind: FileKind, read: (from: FileSource) => Promise<Buffer>): Promise<Buffer> {
    try {
      return await partialDisk().readVerified(read)
    } catch (error) {
      if (!(error instanceof EnvelopeRefused) && !isMissing(error)) throw error
      throw new FileDamaged(this.owner.id, kind.split('-')[0], { cause: error })
    }
  }

  #path(kind: FileKind): string {
    return `${folderOf(this.owner.id)}/${kind}`
  }

  #purpose(name: string): string {
    return `${CurrentTenant.get().tenant.id}|${this.owner.id}|${name}`
  }
}

function folderOf(documentId: string): string {
  const { tenant, environment } = CurrentTenant.get()
  return `t/${tenant.id}/${environment}/${documentId}`
}

function tenantKey(): Promise<KeyObject> {
  const { tenant, environment } = CurrentTenant.get()
  return keyRing.derive(tenant.id, 'documents', environment)
}

function keyPurpose(documentId: string): string {
  return `${CurrentTenant.get().tenant.id}|${documentId}|vault-key`
}
