import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack, type Pack } from 'tar-stream'
import { flushFolder } from '#app/foundation/durable_file'
import type { Lines } from '../rows/rows.js'
import type { ArchivedFile } from './manifest.js'

/**
 * A tar that grows from its first byte to its last. What has no known length, a table, is compressed into a file beside it first, so
 * nothing is ever held whole in memory. It gets its name when it is complete and on the disk.
 */
export class ArchiveWriter {
  readonly entries: ArchivedFile[] = []
  #pack: Pack = pack()
  #written: Promise<void>
  #fault: unknown

  constructor(private file: string) {
    this.#written = pipeline(this.#pack, createWriteStream(this.#draft, { mode: 0o600 }))
    this.#written.catch((error: unknown) => (this.#fault ??= error)) // the next write reports it
  }

  async addJson(name: string, value: unknown): Promise<void> {
    const bytes = Buffer.from(`${JSON.stringify(value, null, 1)}\n`)
    await this.add(name, bytes.length, Readable.from([bytes]))
  }

  /** @returns how many lines there were */
  async addLines(name: string, lines: Lines): Promise<number> {
    let rows = 0
    const counted = async function* () {
      for await (const some of lines) {
        rows += some.length
        yield `${some.join('\n')}\n`
      }
    }
    try {
      await pipeline(counted, createGzip(), createWriteStream(this.#spool, { mode: 0o600 }))
      const { size } = await stat(this.#spool)
      await this.add(name, size, createReadStream(this.#spool), rows)
    } finally {
      await rm(this.#spool, { force: true })
    }
    return rows
  }

  /** @param size  in bytes; the content must have exactly as many */
  async add(name: string, size: number, content: Readable, rows?: number): Promise<void> {
    if (this.#fault) throw this.#fault
    const entry = this.#pack.entry({ name, size, mode: 0o600 })
    const hash = createHash('sha256')
    for await (const chunk of content as AsyncIterable<Buffer>) {
      hash.update(chunk)
      if (!entry.write(chunk)) await drained(entry)
    }
    entry.end()
    this.entries.push({
      name,
      size,
      sha256: hash.digest('hex'),
      ...(rows !== undefined && { rows }),
    })
  }

  async close(): Promise<void> {
    this.#pack.finalize()
    await this.#written
    const draft = await open(this.#draft)
    await draft.sync()
    await draft.close()
    await rename(this.#draft, this.file)
    await flushFolder(dirname(this.file))
  }

  async abandon(): Promise<void> {
    this.#pack.destroy()
    await this.#written.catch(() => {})
    await rm(this.#draft, { force: true })
  }

  get #draft(): string {
    return `${this.file}.part`
  }

  get #spool(): string {
    return `${this.file}.spool`
  }
}

/** Or closed, because the archive cannot be written any more. */
function drained(entry: Writable): Promise<void> {
  return new Promise((resolve, reject) => {
    const onDrain = () => {
      entry.off('close', onClose)
      resolve()
    }
    const onClose = () => {
      entry.off('drain', onDrain)
      reject(new Error('The archive cannot be written: is the disk full?'))
    }
    entry.once('drain', onDrain)
    entry.once('close', onClose)
  })
}
