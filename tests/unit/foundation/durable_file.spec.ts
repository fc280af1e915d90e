import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from '@japa/runner'
import { FolderDisk } from '#app/documents/files/storage/folder_disk'
import { writeDurably } from '#app/foundation/durable_file'

interface Flushed {
  path: string
  /** Whether the file had its name by then. */
  isNamed: boolean
}

/** What is flushed to the disk while something is written, in turn. */
async function flushedDuring(file: string, write: () => Promise<void>): Promise<Flushed[]> {
  const handle = await open('/dev/null')
  const prototype = Object.getPrototypeOf(handle) as FileHandle
  await handle.close()
  const flushed: Flushed[] = []
  const sync = prototype.sync
  prototype.sync = async function (this: FileHandle) {
    await sync.call(this)
    flushed.push({ path: readlinkSync(`/proc/self/fd/${this.fd}`), isNamed: existsSync(file) })
  }
  try {
    await write()
  } finally {
    prototype.sync = sync
  }
  return flushed
}

test.group('A file that is named by a commit', (group) => {
  let folder: string
  group.each.setup(() => {
    folder = mkdtempSync(join(tmpdir(), 'durable-'))
    return () => rmSync(folder, { recursive: true })
  })

  for (const [how, write] of [
    ['put', (disk: FolderDisk, path: string) => disk.put(path, 'sealed')],
    [
      'streamed',
      (disk: FolderDisk, path: string) =>
        disk.putStream(path, Readable.from([Buffer.from('sealed')])),
    ],
  ] as const) {
    test(`is on the disk before it has its name, and its name before the commit, when it is ${how}`, async ({
      assert,
    }) => {
      const file = join(folder, 't', 'ten_1', 'original')
      const [made, above, draft, named, ...more] = await flushedDuring(file, () =>
        write(new FolderDisk(folder), 't/ten_1/original')
      )
      assert.deepEqual([made.path, above.path], [join(folder, 't'), folder])
      assert.equal(dirname(draft.path), join(folder, 't', 'ten_1'))
      assert.isFalse(draft.isNamed)
      assert.deepEqual(named, { path: join(folder, 't', 'ten_1'), isNamed: true })
      assert.isEmpty(more)
      assert.equal(readFileSync(file, 'utf8'), 'sealed')
    })
  }

  test('is as it was, with nothing beside it, when another cannot be written in its place', async ({
    assert,
  }) => {
    const file = join(folder, 'original')
    await writeDurably(file, 'before')
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('half')
        throw new Error('the client is gone')
      })()
    )
    await assert.rejects(() => writeDurably(file, broken), 'the client is gone')
    assert.equal(readFileSync(file, 'utf8'), 'before')
    assert.deepEqual(readdirSync(folder), ['original'])
  })
})
