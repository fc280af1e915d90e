import { crc32 } from 'node:zlib'

export interface ZipEntry {
  name: string
  bytes: Uint8Array
  at: Date
}

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const LARGE_END = 0x06064b50
const LARGE_END_PLACE = 0x07064b50
const LARGE_EXTRA = 0x0001
const VERSION = 20
/** The first that knows places beyond 4 GB. */
const LARGE_VERSION = 45
/** What these fields hold at most; this itself says that the number is elsewhere (ZIP64). */
const MOST_FILES = 0xffff
const MOST_BYTES = 0xffffffff
/** Names are UTF-8. */
const FLAGS = 0x0800

/**
 * A ZIP archive of files that are stored as they are, one after another: PDFs are compressed already. Each for less than 4 GB; together
 * they may be more.
 *
 * @param start  how many bytes there are before it
 */
export async function* zipFile(
  entries: AsyncIterable<ZipEntry>,
  start = 0
): AsyncGenerator<Buffer> {
  const directory: Buffer[] = []
  let offset = start
  for await (const { name, bytes, at } of entries) {
    const encoded = Buffer.from(name, 'utf8')
    const facts = factsOf(bytes, encoded.length, at)
    const head = Buffer.concat([numbers([LOCAL, 4], [VERSION, 2]), facts, numbers([0, 2]), encoded])
    directory.push(listed(facts, encoded, offset))
    offset += head.length + bytes.length
    yield head
    yield Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  }
  const central = Buffer.concat(directory)
  const count = directory.length
  yield central
  const place = { count, length: central.length, offset }
  if (count >= MOST_FILES || offset >= MOST_BYTES) yield largeEnd(place)
  const [files, bytes] = [Math.min(count, MOST_FILES), Math.min(offset, MOST_BYTES)]
  yield numbers([END, 4], [0, 4], [files, 2], [files, 2], [central.length, 4], [bytes, 4], [0, 2])
}

/** A file as the directory has it. */
function listed(facts: Buffer, name: Buffer, offset: number): Buffer {
  const isFar = offset >= MOST_BYTES
  const extra = isFar ? numbers([LARGE_EXTRA, 2], [8, 2], [offset, 8]) : Buffer.alloc(0)
  const version = isFar ? LARGE_VERSION : VERSION
  const versions = numbers([CENTRAL, 4], [version, 2], [version, 2])
  const numbered = [Math.min(offset, MOST_BYTES), 4] as const
  const place = numbers([extra.length, 2], [0, 2], [0, 2], [0, 2], [0, 4], numbered)
  return Buffer.concat([versions, facts, place, name, extra])
}

/** Where the directory is and how much it holds, in eight bytes each, and where that is said. */
function largeEnd(directory: { count: number; length: number; offset: number }): Buffer {
  const { count, length, offset } = directory
  return Buffer.concat([
    numbers([LARGE_END, 4], [44, 8], [LARGE_VERSION, 2], [LARGE_VERSION, 2], [0, 4], [0, 4]),
    numbers([count, 8], [count, 8], [length, 8], [offset, 8]),
    numbers([LARGE_END_PLACE, 4], [0, 4], [offset + length, 8], [1, 4]),
  ])
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
function numbers(...values: readonly (readonly [number, 2 | 4 | 8])[]): Buffer {
  return Buffer.concat(
    values.map(([value, bytes]) => {
      const buffer = Buffer.alloc(bytes)
      buffer.writeUIntLE(value, 0, Math.min(bytes, 6))
      return buffer
    })
  )
}
