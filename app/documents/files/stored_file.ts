import type Document from '../document.js'
import { alarmed } from '../evidence/evidence_alarm.js'
import { fileIn } from '../field_kinds/attachment.js'
import { fileNameOf } from './file_name.js'
import { servedFile, uploadedNames, type PacketFile } from './packet_file.js'
import { Vault, type FileKind } from './vault.js'
import FileNotFound from '../errors/file_not_found.js'

/** One file of a document, for those who may have it. What is damaged alerts operators. */
export class StoredFile {
  private constructor(
    private vault: Vault,
    private kind: FileKind,
    readonly sha256: string,
    /** In bytes, where it is on record; otherwise the file itself tells. */
    readonly length: number | null,
    readonly name: string,
    readonly type: string = 'application/pdf'
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

  /** One of several files, as it was received; of a document of one file that file. @param number  from 1 @throws FileNotFound */
  static async originalOf(document: Document, number: number): Promise<StoredFile> {
    const file = fileAt(document, number)
    if (!file) return StoredFile.original(document)
    const { originalSha256, originalBytes, name } = file
    const [kind] = uploadedNames(file)
    const vault = await Vault.open(document)
    return new StoredFile(vault, kind!, originalSha256, originalBytes, name)
  }

  /** The same, sealed. @returns null until it is @throws FileNotFound */
  static async sealedOf(document: Document, number: number): Promise<StoredFile | null> {
    const file = fileAt(document, number)
    if (!file) return StoredFile.sealed(document)
    if (!file.seal) return null
    const { sha256, bytes } = servedFile(file.seal)
    const vault = await Vault.open(document)
    const name = fileNameOf(file.name, 'signed')
    return new StoredFile(vault, `sealed-${sha256}`, sha256, bytes, name)
  }

  /** The sealed PDF. @returns null until there is one */
  static async sealed(document: Document): Promise<StoredFile | null> {
    const { sealedFile, servedSeal, sealedFileName } = document
    if (!sealedFile || !servedSeal) return null
    const vault = await Vault.open(document)
    return new StoredFile(vault, sealedFile, servedSeal.sha256, servedSeal.bytes, sealedFileName)
  }

  /** What a signer has handed in at a field. @param document  with its fields @returns null where they did not, or have not yet */
  static async attachment(document: Document, fieldId: string): Promise<StoredFile | null> {
    const field = document.fields.find(({ id }) => id === fieldId)
    if (!field?.isHandedIn) return null
    const vault = await Vault.open(document)
    const file = fileIn(vault.openValue(field.id, field.value!).toString('utf8'))
    if (!file) return null
    const { key, name, type, bytes, sha256 } = file
    return new StoredFile(vault, `attachment-${key}`, sha256, bytes, name, type)
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

/** @returns null where the document is one file, and that is asked for */
function fileAt({ files }: Document, number: number): PacketFile | null {
  if (files.length === 0 && number === 1) return null
  const file = files[number - 1]
  if (!file) throw new FileNotFound()
  return file
}
