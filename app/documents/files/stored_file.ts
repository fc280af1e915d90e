import type Document from '../document.js'
import { alarmed } from '../evidence/evidence_alarm.js'
import { Vault, type FileKind } from './vault.js'

/** One file of a document, for those who may have it. What is damaged alerts operators. */
export class StoredFile {
  readonly type = 'application/pdf'

  private constructor(
    private vault: Vault,
    private kind: FileKind,
    readonly sha256: string,
    /** In bytes, where it is on record; otherwise the file itself tells. */
    readonly length: number | null,
    readonly name: string
  ) {}

  /** The bytes as they were received. */
  static async original(document: Document): Promise<StoredFile> {
    const { originalFile, originalSha256, originalBytes, originalFileName } = document
    const vault = await Vault.open(document)
    return new StoredFile(vault, originalFile, originalSha256, originalBytes, originalFileName)
  }

  /** What signers read and sign. */
  static async canonical(document: Document): Promise<StoredFile> {
    const { canonicalFile, canonicalSha256, originalFileName } = document
    const vault = await Vault.open(document)
    return new StoredFile(vault, canonicalFile, canonicalSha256, null, originalFileName)
  }

  /** The sealed PDF. @returns null until there is one */
  static async sealed(document: Document): Promise<StoredFile | null> {
    const { sealedFile, servedSeal, sealedFileName } = document
    if (!sealedFile || !servedSeal) return null
    const vault = await Vault.open(document)
    return new StoredFile(vault, sealedFile, servedSeal.sha256, servedSeal.bytes, sealedFileName)
  }

  /** @throws FileDamaged */
  read(): Promise<Buffer> {
    return alarmed(() => this.vault.read(this.kind))
  }

  /** From `start` up to, not including, `end`, of a file of this length. @throws FileDamaged */
  readRange(start: number, end: number, length: number): Promise<Buffer> {
    return alarmed(() => this.vault.readRange(this.kind, start, end, length))
  }
}
