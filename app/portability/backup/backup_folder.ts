import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createWriteStream, type WriteStream } from 'node:fs'
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { finished, pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { flushFolder } from '#app/foundation/durable_file'
import { UNFINISHED } from './backup_places.js'
import { FILE_LIST, MANIFEST, type ListedFile, type Totals } from './manifest.js'
import BackupRefused from '../errors/backup_refused.js'

const run = promisify(execFile)

/**
 * A folder that only its owner reads, filled file by file, each hashed on its way. Until all of it is on the disk it is called
 * `….partial`: what has the name of a backup is whole.
 */
export class BackupFolder {
  #totals = { files: 0, bytes: 0 }
  #list: WriteStream
  #listHash = createHash('sha256')
  #isFinished = false

  private constructor(
    readonly path: string,
    private signal: AbortSignal,
    private onGrowth: () => void
  ) {
    this.#list = createWriteStream(join(this.draft, FILE_LIST), { flags: 'wx', mode: 0o600 })
    this.#list.on('error', () => {}) // the next line reports it
  }

  /** @throws BackupRefused when the name is taken */
  static async begin(
    path: string,
    signal: AbortSignal,
    onGrowth: () => void = () => {}
  ): Promise<BackupFolder> {
    const isTaken = await stat(path).then(
      () => true,
      () => false
    )
    if (isTaken) throw new BackupRefused(`${path} is there already`)
    const draft = `${path}${UNFINISHED}`
    await mkdir(dirname(path), { recursive: true })
    await mkdir(draft, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
      throw new BackupRefused(
        `${draft} is there: another run writes it, or one was killed. Remove it if none runs`
      )
    })
    return new BackupFolder(path, signal, onGrowth)
  }

  get draft(): string {
    return `${this.path}${UNFINISHED}`
  }

  get totals(): Readonly<{ files: number; bytes: number }> {
    return this.#totals
  }

  async add(name: string, content: AsyncIterable<Uint8Array>, mode = 0o600): Promise<void> {
    const place = join(this.draft, name)
    await mkdir(dirname(place), { recursive: true, mode: 0o700 })
    const hash = createHash('sha256')
    let size = 0
    const grow = (bytes: number) => {
      size += bytes
      this.#totals.bytes += bytes
      this.onGrowth()
    }
    const counted = async function* () {
      for await (const chunk of content) {
        hash.update(chunk)
        grow(chunk.length)
        yield chunk
      }
    }
    const { signal } = this
    try {
      await pipeline(counted, createWriteStream(place, { flags: 'wx', mode }), { signal })
    } catch (error) {
      await rm(place, { force: true })
      throw error
    }
    await this.#note({ name, size, sha256: hash.digest('hex') })
  }

  /** @returns what the manifest says of all of it */
  async closeList(): Promise<Totals> {
    this.#list.end()
    await finished(this.#list)
    return { ...this.#totals, listSha256: this.#listHash.digest('hex') }
  }

  /** From here on it is a backup. */
  async finish(manifest: string): Promise<void> {
    this.signal.throwIfAborted()
    await writeFile(join(this.draft, MANIFEST), manifest, { flag: 'wx', mode: 0o600 })
    await run('sync', ['-f', this.draft]) // one flush for all files
    await rename(this.draft, this.path)
    this.#isFinished = true
    await flushFolder(dirname(this.path))
  }

  /** Also one that was finished: its other half failed. */
  async abandon(): Promise<void> {
    this.#list.destroy()
    const place = this.#isFinished ? this.path : this.draft
    await rm(place, { recursive: true, force: true })
  }

  async #note(file: ListedFile): Promise<void> {
    const line = `${JSON.stringify(file)}\n`
    this.#listHash.update(line)
    this.#totals.files += 1
    await new Promise<void>((resolve, reject) =>
      this.#list.write(line, (error) => (error ? reject(error) : resolve()))
    )
  }
}
