import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import drive from '@adonisjs/drive/services/main'
import { test } from '@japa/runner'
import { FolderDisk } from '#app/documents/files/storage/folder_disk'
import type { FileSource } from '#app/documents/files/storage/partial_disk'
import { checkCopy } from '#app/monitoring/doctor/copy_check'

const NAME = 'doctor-copy'
const NOT_AT_ALL_MS = 1
const HOUR_MS = 3_600_000

class CopiedFolder extends FolderDisk {
  constructor(
    folder: string,
    readonly replica: FileSource
  ) {
    super(folder)
  }
}

test.group('doctor | a copy of the storage', (group) => {
  let first: CopiedFolder
  let copy: FolderDisk

  group.each.setup(async () => {
    const base = await mkdtemp(join(tmpdir(), 'copies-'))
    copy = new FolderDisk(join(base, 'there'))
    first = new CopiedFolder(join(base, 'here'), copy)
    await Promise.all([first.put('other', 'x'), copy.put('other', 'x')])
    const disk = drive.use()
    const before = disk.driver
    disk.driver = first
    return async () => {
      disk.driver = before
      await rm(base, { recursive: true })
    }
  })

  const writtenAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()

  test('is well when what is written arrives, and says how long it takes', async ({ assert }) => {
    const put = first.put.bind(first)
    first.put = async (path, content) => {
      await Promise.all([put(path, content), copy.put(path, content)])
    }
    const [{ state, says }] = await checkCopy()
    assert.equal(state, 'ok')
    assert.match(says, /^a file arrived there after \d+\.\d s$/)
  })

  test('is well when it takes its time, but the file of the time before is there', async ({
    assert,
  }) => {
    const written = writtenAgo(2)
    await Promise.all([first.put(NAME, written), copy.put(NAME, written)])
    const [{ state, says }] = await checkCopy(NOT_AT_ALL_MS)
    assert.equal(state, 'ok')
    assert.include(says, 'one from 120 minutes ago has')
  })

  test('is {state} when the file of {hours} hours ago has not arrived')
    .with([
      { hours: 0.1, state: 'warning' },
      { hours: 2, state: 'warning' },
      { hours: 25, state: 'failed' },
    ] as const)
    .run(async ({ assert }, { hours, state }) => {
      await Promise.all([
        first.put(NAME, writtenAgo(hours)),
        copy.put(NAME, writtenAgo(hours + 24)),
      ])
      const [finding] = await checkCopy(NOT_AT_ALL_MS)
      assert.equal(finding.state, state)
      assert.include(finding.says, 'has not either')
      assert.isNotEmpty(finding.remedy)
    })

  test('is judged the next time when nothing was ever written', async ({ assert }) => {
    const [{ state, remedy }] = await checkCopy(NOT_AT_ALL_MS)
    assert.equal(state, 'warning')
    assert.equal(remedy, 'Run this again in a quarter of an hour.')
  })

  test('fails when it cannot be read', async ({ assert }) => {
    copy.getBytes = () => Promise.reject(new Error('Access Denied'))
    const [{ state, says }] = await checkCopy(NOT_AT_ALL_MS)
    assert.equal(state, 'failed')
    assert.include(says, 'Access Denied')
  })
})
