import { addAbortListener } from 'node:events'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import pg from 'pg'
import { connectionTo } from '#app/tenancy/connections/server_choice'
import { postgresUrl } from '#app/foundation/postgres_address'

/** One file of a base backup. Its content is read before the next file is asked for. */
export interface BaseFile {
  name: string
  content: AsyncIterable<Buffer>
}

interface Wire {
  stream: Socket
  query(text: string): void
}

/** The WAL that is written meanwhile is kept until it has been sent, and belongs to the backup: it needs no archive to start, and waits for none that takes nothing. */
const KEEP_WAL = 'CREATE_REPLICATION_SLOT "countersign_backup_%" TEMPORARY PHYSICAL (RESERVE_WAL)'
const BASE_BACKUP = `BASE_BACKUP (LABEL 'countersign', CHECKPOINT 'fast', WAL true, WAIT false, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')`

/** How messages of a base backup begin (PostgreSQL, "Streaming Replication Protocol", BASE_BACKUP). */
const NEW_ARCHIVE = 'n'
const MANIFEST = 'm'
const DATA = 'd'

/**
 * What `pg_basebackup` does, without that program, which must not be older than the server: all databases of a server as they are at
 * one moment, while everybody works.
 */
export class BaseBackup {
  #client: pg.Client

  /**
   * @param address  of a login with the right REPLICATION; a server since PostgreSQL 15
   * @param signal  ends it at once, also while the server says nothing
   */
  constructor(address: string, signal: AbortSignal) {
    const url = new URL(postgresUrl(address))
    url.searchParams.set('replication', 'true')
    this.#client = new pg.Client(connectionTo(url.href))
    this.#client.on('error', () => {}) // it fails what is asked of it
    const { stream } = this.#client.connection as unknown as Wire
    addAbortListener(signal, () => stream.destroy())
  }

  async connect(): Promise<void> {
    await this.#client.connect()
  }

  /** What tells a cluster from every other. */
  async systemId(): Promise<string> {
    const { rows } = await this.#client.query<{ systemid: string }>('IDENTIFY_SYSTEM')
    return rows[0].systemid
  }

  /** `base.tar`, a tar for each tablespace by its number, and PostgreSQL's own `backup_manifest`. */
  async *files(): AsyncGenerator<BaseFile> {
    await this.#client.query(KEEP_WAL.replace('%', String(process.pid)))
    const messages = this.#client.query(new Messages(BASE_BACKUP))[Symbol.asyncIterator]()
    let next = await messages.next()
    const content = async function* () {
      for (next = await messages.next(); !next.done; next = await messages.next()) {
        const kind = kindOf(next.value)
        if (kind === NEW_ARCHIVE || kind === MANIFEST) return
        if (kind === DATA) yield next.value.subarray(1)
      }
    }
    while (!next.done) yield { name: nameIn(next.value), content: content() }
  }

  async close(): Promise<void> {
    await this.#client.end().catch(() => {})
  }
}

function kindOf(message: Buffer): string {
  return String.fromCharCode(message[0])
}

function nameIn(message: Buffer): string {
  if (kindOf(message) === MANIFEST) return 'backup_manifest'
  return message.toString('utf8', 1, message.indexOf(0))
}

/** The messages of a copy out of PostgreSQL as they come. The server waits while nobody reads. */
class Messages extends Readable implements pg.Submittable, AsyncIterable<Buffer> {
  #socket: Socket | undefined

  constructor(private text: string) {
    super({ objectMode: true, highWaterMark: 32 })
  }

  submit(connection: unknown): void {
    const wire = connection as Wire
    this.#socket = wire.stream
    wire.query(this.text)
  }

  override _read(): void {
    this.#socket?.resume()
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    // a copy: pg reads the next ones into the same memory
    if (!this.push(Buffer.from(chunk))) this.#socket?.pause()
  }

  handleReadyForQuery(): void {
    this.push(null)
  }

  handleError(error: Error): void {
    this.destroy(error)
  }

  /** Where the backup begins and ends stands in its label. */
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
}
