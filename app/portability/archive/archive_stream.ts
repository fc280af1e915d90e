import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import type { Lines } from '../rows/rows.js'
import type { ArchivedFile } from './manifest.js'
import ArchiveUnreadable from '../errors/archive_unreadable.js'

export interface ReadEntry {
  name: string
  content: AsyncIterable<Buffer>
}

const MAX_JSON_BYTES = 256 * 1024 * 1024

/** The lines of a compressed table, some at a time. */
export async function* linesOf(content: AsyncIterable<Buffer>): Lines {
  const decoder = new StringDecoder('utf8')
  const plain = Readable.from(content).pipe(createGunzip())
  let rest = ''
  for await (const chunk of plain as AsyncIterable<Buffer>) {
    const lines = (rest + decoder.write(chunk)).split('\n')
    rest = lines.pop() ?? ''
    if (lines.length > 0) yield lines
  }
  if (rest !== '') throw new ArchiveUnreadable('a table of it ends in the middle of a line')
}

/** The entries of a file, one after the other; what is not read of one is passed over. */
export async function* entriesOf(file: string): AsyncGenerator<ReadEntry> {
  const source = createReadStream(file)
  const archive = extract()
  source.on('error', (error) => archive.destroy(error))
  source.pipe(archive)
  try {
    for await (const entry of archive) {
      yield { name: entry.header.name, content: entry as AsyncIterable<Buffer> }
      entry.resume()
    }
  } finally {
    source.destroy()
  }
}

/** The same bytes, unless they are others than expected. */
export async function* checked(content: AsyncIterable<Buffer>, expected: ArchivedFile) {
  const hash = createHash('sha256')
  for await (const chunk of content) {
    hash.update(chunk)
    yield chunk
  }
  if (hash.digest('hex') !== expected.sha256)
    throw new ArchiveUnreadable('it was changed while it was being read')
}

export async function wholeText(content: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of content) {
    size += chunk.length
    if (size > MAX_JSON_BYTES) throw new ArchiveUnreadable('its manifest is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
