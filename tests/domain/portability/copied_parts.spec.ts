import { existsSync, rmSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { BackupFolder } from '#app/portability/backup/backup_folder'
import { copyFolder, copyKeys } from '#app/portability/backup/copied_parts'

test.group('Backup | parts that are copied', (group) => {
  let place: string
  let from: string

  group.each.setup(async () => {
    place = await mkdtemp(join(tmpdir(), 'copied-parts-'))
    from = join(place, 'from')
    await mkdir(join(from, 'folder'), { recursive: true })
    return () => rm(place, { recursive: true })
  })

  const names = ['platform', 'ten_a', 'ten_b', 'ten_c']
  const write = () => Promise.all(names.map((name) => writeFile(join(from, name), name)))
  const begin = (onGrowth?: () => void) =>
    BackupFolder.begin(join(place, 'to'), new AbortController().signal, onGrowth)

  /** A backup during which two of the files go that were listed, before they are read. */
  async function whileSomeGo(below: string): Promise<{ target: BackupFolder; gone: string[] }> {
    const gone: string[] = []
    const target = await begin(() => {
      if (gone.length > 0) return
      const left = names.filter((name) => !existsSync(join(target.draft, below, name)))
      gone.push(...left.slice(0, 2))
      for (const name of gone) rmSync(join(from, name))
    })
    return { target, gone }
  }

  for (const [what, copy, below] of [
    ['keys', copyKeys, 'keys'],
    ['checkpoints', (to, of) => copyFolder(to, of, 'checkpoints'), 'checkpoints'],
  ] satisfies [string, typeof copyKeys, string][])
    test(`${what} that go since they were listed are left out, and no others`, async ({
      assert,
    }) => {
      await rm(join(from, 'folder'), { recursive: true })
      await write()
      const { target, gone } = await whileSomeGo(below)
      await copy(target, from)
      assert.lengthOf(gone, 2)
      const left = names.filter((name) => !gone.includes(name))
      assert.sameMembers(await readdir(join(target.draft, below)), left)
      assert.equal((await target.closeList()).files, left.length)
    })

  test('keys that cannot be read end it', async ({ assert }) => {
    const target = await begin()
    await assert.rejects(() => copyKeys(target, from), /EISDIR/)
    await target.abandon()
  })
})
