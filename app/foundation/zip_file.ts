import { crc32 } from 'node:zlib'

export interface ZipEntry {
  name: string
  bytes: Uint8Array
  at: Date
}

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const VERSION = 20
/** Names are UTF-8. */
const FLAGS = 0x0800

/** A ZIP archive of files that are stored as they are, one after another: PDFs are compressed already. For less than 4 GB. */
export async function* zipFile(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = []
  let offset = 0
  for await (const { name, bytes, at } of entries) {
    const encoded = Buffer.from(name, 'utf8')
    const facts = factsOf(bytes, encoded.length, at)
    const head = Buffer.concat([numbers([LOCAL, 4], [VERSION, 2]), facts, numbers([0, 2]), encoded])
    const place = numbers([0, 2], [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4])
    const versions = numbers([CENTRAL, 4], [VERSION, 2], [VERSION, 2])
    directory.push(Buffer.concat([versions, facts, place, encoded]))
    offset += head.length + bytes.length
    yield head
    yield Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  }
  const central = Buffer.concat(directory)
  const count = directory.length
  yield central
  yield numbers([END, 4], [0, 4], [count, 2], [count, 2], [central.length, 4], [offset, 4], [0, 2])
}

/** What both the file's own head and the directory say: flags, method, time, checksum, sizes, length of the name. */
function factsOf(bytes: Uint8Array, nameLength: number, at: Date): Buffer {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  const day = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  const { length } = bytes
  return numbers(
    ...([
      [FLAGS, 2],
      [0, 2],
      [time, 2],
      [day, 2],
      [crc32(bytes), 4],
    ] as const),
    ...([
      [length, 4],
      [length, 4],
      [nameLength, 2],
    ] as const)
  )
}

/** Little-endian, each in so many bytes. */
function numbers(...values: readonly (readonly [number, 2 | 4])[]): Buffer {
  return Buffer.concat(
    values.map(([value, bytes]) => {
      const buffer = Buffer.alloc(bytes)
      buffer.writeUIntLE(value, 0, bytes)
      return buffer
    })
  )
}
