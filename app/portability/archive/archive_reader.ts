import { createHash } from 'node:crypto'
import type { ArchivedFile, Manifest } from './manifest.js'
import { FORMAT, KEY_ENTRY, MANIFEST, PLATFORM_ENTRY, SIGNATURE, SIGNED_AS } from './manifest.js'
import { checked, entriesOf, wholeText, type ReadEntry } from './archive_stream.js'
import { isSignedBy } from '../installation_key.js'
import ArchiveUnreadable from '../errors/archive_unreadable.js'

const NAME =
  /^(?:platform|key)\.json$|^data\/(?:account|live|test|cell)\/[a-z][a-z0-9_]*\.jsonl\.gz$|^files\/(?:live|test|account)(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$/

/** An archive somebody brought. Nothing of it counts before all of it was read once and found to be what its manifest says. */
export class ArchiveReader {
  #manifest?: Manifest
  #json = new Map<string, string>()

  private constructor(private file: string) {}

  /** @throws ArchiveUnreadable when it is cut off, changed, of a later format, or not signed by the key it names */
  static async open(
    file: string,
    onBytes: (bytes: number) => void = () => {}
  ): Promise<ArchiveReader> {
    const reader = new ArchiveReader(file)
    await reader.#verify(onBytes)
    return reader
  }

  get manifest(): Manifest {
    if (!this.#manifest) throw new ArchiveUnreadable('it has no manifest')
    return this.#manifest
  }

  json<T>(name: typeof PLATFORM_ENTRY | typeof KEY_ENTRY): T {
    const text = this.#json.get(name)
    if (text === undefined) throw new ArchiveUnreadable(`it has no ${name}`)
    return JSON.parse(text) as T
  }

  /** Those below a folder, each checked once more while it is read: the file may have been changed since. */
  async *below(folder: 'data' | 'files'): AsyncGenerator<ReadEntry> {
    const known = new Map(this.manifest.entries.map((entry) => [entry.name, entry]))
    for await (const { name, content } of entriesOf(this.file)) {
      const expected = known.get(name)
      if (name.startsWith(`${folder}/`) && expected)
        yield { name: name.slice(folder.length + 1), content: checked(content, expected) }
    }
  }

  async #verify(onBytes: (bytes: number) => void): Promise<void> {
    const found: ArchivedFile[] = []
    try {
      for await (const { name, content } of entriesOf(this.file)) {
        if (MANIFEST === name || SIGNATURE === name) this.#json.set(name, await wholeText(content))
        else found.push(await this.#weigh(name, content, onBytes))
      }
    } catch (error) {
      throw error instanceof ArchiveUnreadable ? error : new ArchiveUnreadable(reasonOf(error))
    }
    this.#manifest = this.#signedManifest()
    assertSame(found, this.#manifest.entries)
  }

  async #weigh(
    name: string,
    content: AsyncIterable<Buffer>,
    onBytes: (bytes: number) => void
  ): Promise<ArchivedFile> {
    if (!NAME.test(name)) throw new ArchiveUnreadable(`it has an entry with a name of no kind`)
    const hash = createHash('sha256')
    const kept: Buffer[] = []
    let size = 0
    for await (const chunk of content) {
      hash.update(chunk)
      size += chunk.length
      if (name === PLATFORM_ENTRY || name === KEY_ENTRY) kept.push(chunk)
      onBytes(chunk.length)
    }
    if (kept.length > 0) this.#json.set(name, Buffer.concat(kept).toString())
    return { name, size, sha256: hash.digest('hex') }
  }

  #signedManifest(): Manifest {
    const [body, signature] = [this.#json.get(MANIFEST), this.#json.get(SIGNATURE)]
    if (!body || !signature) throw new ArchiveUnreadable('it is cut off, or no archive of a tenant')
    const manifest = manifestOf(body)
    if (manifest?.format !== FORMAT) throw new ArchiveUnreadable('it is of another format')
    if (!hasSignature(manifest.publicKey, `${SIGNED_AS}${body}`, signature.trim()))
      throw new ArchiveUnreadable('its signature does not fit')
    return manifest
  }
}

/** A key that is none signs nothing. */
function hasSignature(publicKey: string, text: string, signature: string): boolean {
  try {
    return isSignedBy(publicKey, text, signature)
  } catch {
    return false
  }
}

function manifestOf(body: string): Manifest | null {
  try {
    return JSON.parse(body) as Manifest
  } catch {
    return null
  }
}

function assertSame(found: readonly ArchivedFile[], expected: readonly ArchivedFile[]): void {
  const line = ({ name, size, sha256 }: ArchivedFile) => `${name} ${size} ${sha256}`
  const known = new Map(expected.map((entry) => [entry.name, line(entry)]))
  const wrong = found.find((entry) => known.get(entry.name) !== line(entry))
  if (wrong) throw new ArchiveUnreadable(`${wrong.name} is not what the manifest says`)
  if (found.length !== expected.length || known.size !== expected.length)
    throw new ArchiveUnreadable('it holds more or less than its manifest says')
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : 'it cannot be read'
}
