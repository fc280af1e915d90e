import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { test } from '@japa/runner'
import { clock } from '#app/foundation/clock'
import { DAY_MS } from '#app/foundation/duration'
import { BackupRecord } from '#app/portability/backup/backup_record'
import { ExpiredBackups } from '#app/portability/backup/expired_backups'
import { FILE_LIST, MANIFEST, signedText } from '#app/portability/backup/manifest'
import type { BackupManifest, KeysManifest } from '#app/portability/backup/manifest'
import { keyBackupDays } from '#app/portability/configuration'
import { InstallationKey } from '#app/portability/installation_key'
import { keyBackupsEndOn } from '#app/portability/key_backup_end'
import { Cell } from '#app/tenancy/cell'
import { asSuperuser } from '#tests/support/superuser'

const NOTHING = { files: 0, bytes: 0, listSha256: '' }

test.group('Backup | expired', (group) => {
  let base: string
  let places: { folder: string; keys: string }
  const ids: string[] = []

  group.teardown(async () => {
    await asSuperuser(Cell.named('main').database, (superuser) =>
      superuser.query('delete from platform.backups where id = any($1)', [ids])
    )
  })

  group.each.setup(async () => {
    base = await mkdtemp(join(tmpdir(), 'expired-'))
    places = { folder: join(base, 'data'), keys: join(base, 'keys') }
    await mkdir(places.folder)
    await mkdir(places.keys)
    return () => rm(base, { recursive: true })
  })

  /** Data and keys of one night, under a name that says how many days ago it was. */
  async function night(days: number, { isVerified = false } = {}): Promise<void> {
    const name = String(days)
    const takenAt = new Date(clock.now().getTime() - days * DAY_MS)
    const of = {
      ...NOTHING,
      id: randomUUID(),
      takenAt: takenAt.toISOString(),
      publicKey: await InstallationKey.publicPem(),
    }
    const data: BackupManifest = {
      ...of,
      format: 'countersign.backup/1',
      release: '',
      finishedAt: of.takenAt,
      servers: [],
      schemas: { platform: 1, cell: 1 },
      tenants: 0,
      storage: 'left',
    }
    ids.push(data.id)
    const endsOn = keyBackupsEndOn(takenAt)
    const keys: KeysManifest = { ...of, format: 'countersign.backup-keys/1', endsOn }
    await write(join(places.folder, name), 'databases/main', await signedText(data))
    await write(join(places.keys, name), 'keys', await signedText(keys))
    if (isVerified) await BackupRecord.noteVerified(data)
  }

  async function write(path: string, below: string, manifest: string): Promise<void> {
    await mkdir(join(path, below), { recursive: true })
    await writeFile(join(path, below, 'file'), 'x', { mode: 0o400 })
    await writeFile(join(path, FILE_LIST), '')
    await writeFile(join(path, MANIFEST), manifest)
  }

  const prune = (keep: number | null = null) => ExpiredBackups.remove({ ...places, keep })
  const left = async () => {
    const [data, keys] = await Promise.all([readdir(places.folder), readdir(places.keys)])
    return { data: data.sort(), keys: keys.sort() }
  }
  const both = (...names: string[]) => ({ data: names.sort(), keys: names.sort() })

  test('data and keys go on the day that certificates of erasure name, and not before', async ({
    assert,
  }) => {
    for (const days of [40, 35, 34]) await night(days, { isVerified: true })
    await night(0, { isVerified: true })
    const { removed, overdue } = await prune()
    assert.lengthOf(removed, 4)
    assert.isEmpty(overdue)
    assert.deepEqual(await left(), both('34', '0'))
  })

  test('the newest that was verified stays, and is named once its day has come', async ({
    assert,
  }) => {
    await night(60, { isVerified: true })
    await night(50, { isVerified: true })
    await night(40)
    const { overdue } = await prune()
    assert.deepEqual(await left(), both('50'))
    assert.deepEqual(
      overdue.map(({ path }) => path),
      [join(places.keys, '50'), join(places.folder, '50')]
    )
  })

  test('nothing goes where none was ever verified, and what is due is named', async ({
    assert,
  }) => {
    await night(40)
    await night(1)
    const { removed, overdue } = await prune(1)
    assert.isEmpty(removed)
    assert.deepEqual(
      overdue.map(({ path }) => basename(path)),
      ['40', '40']
    )
    assert.deepEqual(await left(), both('40', '1'))
  })

  test('asked to keep two, it counts those that were verified, and leaves what is newer', async ({
    assert,
  }) => {
    await night(6, { isVerified: true })
    await night(5)
    await night(4, { isVerified: true })
    await night(3)
    await night(2, { isVerified: true })
    await night(1)
    assert.isEmpty((await prune(4)).removed)
    await prune(2)
    assert.deepEqual(await left(), both('4', '3', '2', '1'))
  })

  test('a backup whose keys are away is not the newest, so nothing goes with a disk that is not mounted', async ({
    assert,
  }) => {
    await night(40, { isVerified: true })
    await night(1, { isVerified: true })
    await rename(places.keys, join(base, 'away'))
    await mkdir(places.keys)
    assert.isEmpty((await prune(1)).removed)
    await rm(places.keys, { recursive: true })
    await assert.rejects(() => prune(1), /ENOENT/)
    assert.deepEqual((await readdir(places.folder)).sort(), ['1', '40'])
  })

  test('what this installation did not sign as a backup stays', async ({ assert }) => {
    await night(0, { isVerified: true })
    await night(50)
    await rename(join(places.folder, '50'), join(base, 'elsewhere'))
    await symlink(join(base, 'elsewhere'), join(places.folder, 'link'))
    await night(60)
    const changed = join(places.folder, '60', MANIFEST)
    await writeFile(
      changed,
      (await readFile(changed, 'utf8')).replace('"tenants": 0', '"tenants": 1')
    )
    await mkdir(join(places.folder, 'other'))
    await writeFile(join(places.folder, 'file'), '')
    await prune(1)
    assert.deepEqual((await left()).data, ['0', '60', 'file', 'link', 'other'])
    assert.include(await readdir(join(base, 'elsewhere')), MANIFEST)
  })

  test('keys go sooner where certificates have come to name fewer days', async ({
    assert,
    cleanup,
  }) => {
    const usual = keyBackupDays.value
    cleanup(() => keyBackupDays.give(usual))
    await night(10)
    await night(0, { isVerified: true })
    await prune()
    assert.deepEqual(await left(), both('10', '0'))
    keyBackupDays.give(7)
    await prune()
    assert.deepEqual(await left(), both('0'))
  })

  test('keys go when they were promised to, though certificates name more days since', async ({
    assert,
    cleanup,
  }) => {
    const usual = keyBackupDays.value
    cleanup(() => keyBackupDays.give(usual))
    await night(40)
    await night(0, { isVerified: true })
    keyBackupDays.give(90)
    await prune()
    assert.deepEqual((await left()).keys, ['0'])
  })

  test('what a killed run has half removed is removed by the next', async ({ assert }) => {
    await night(40)
    await night(0, { isVerified: true })
    for (const place of [places.folder, places.keys]) {
      await rename(join(place, '40'), join(place, '40.partial'))
      await rm(join(place, '40.partial', FILE_LIST))
    }
    await prune()
    assert.deepEqual(await left(), both('0'))
  })
})
