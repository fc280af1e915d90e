import { existsSync, rmSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import drive from '@adonisjs/drive/services/main'
import { test } from '@japa/runner'
import { FolderDisk } from '#app/documents/files/storage/folder_disk'
import { BackupFolder } from '#app/portability/backup/backup_folder'
import { copyDocuments, copyFolder, copyKeys } from '#app/portability/backup/copied_parts'
import { listedObjects } from '#app/portability/backup/object_list'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'

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

  test('checkpoints whose folder goes while they are copied end it', async ({ assert }) => {
    await write()
    const target = await begin(() => rmSync(from, { recursive: true, force: true }))
    await assert.rejects(
      () => copyFolder(target, from, 'checkpoints'),
      /went away while it was copied/
    )
    await target.abandon()
  })

  test('checkpoints of a new installation, which has no folder for them yet, are none', async ({
    assert,
  }) => {
    const target = await begin()
    await copyFolder(target, join(place, 'none'), 'checkpoints')
    assert.equal((await target.closeList()).files, 0)
  })

  for (const [how, read] of [
    ['copied', (tenant, away) => begin(away).then((target) => copyDocuments(target, [tenant]))],
    ['listed', (tenant, away) => Array.fromAsync(listedObjects([tenant], away))],
  ] satisfies [string, (tenant: Tenant, away: () => void) => Promise<unknown>][])
    test(`documents whose storage goes while they are ${how} end it`, async ({
      assert,
      cleanup,
    }) => {
      const disk = drive.use()
      const before = disk.driver
      cleanup(() => void (disk.driver = before))
      disk.driver = new FolderDisk(from)
      const tenant = await makeTenant()
      for (const name of names) await disk.put(`t/${tenant.id}/live/doc_x/${name}`, name)
      const away = () => rmSync(from, { recursive: true, force: true })
      await assert.rejects(() => read(tenant, away), /is its volume mounted/)
    })

  test('keys that cannot be read end it', async ({ assert }) => {
    const target = await begin()
    await assert.rejects(() => copyKeys(target, from), /EISDIR/)
    await target.abandon()
  })
})
