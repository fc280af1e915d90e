import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { assertApart, unfinishedBeside } from '#app/portability/backup/backup_places'
import { backupAddresses } from '#app/portability/backup/database_servers'

test.group('Places of a backup', (group) => {
  let base: string
  group.setup(async () => {
    base = await mkdtemp(join(tmpdir(), 'places-'))
    await mkdir(join(base, 'keys'))
    await symlink(join(base, 'keys'), join(base, 'link'))
    return () => rm(base, { recursive: true })
  })

  const at = (...parts: string[]) => join(base, ...parts)

  test('may be any two that do not lie beside each other', async ({ assert }) => {
    const apart = { folder: at('data', 'night'), keys: at('elsewhere', 'night') }
    await assertApart(apart, [at('keys')])
    await assertApart({ folder: '/backup-data', keys: '/backup-keys' }, [at('keys')])
    await assertApart({ folder: at('data', 'night'), keys: null }, [at('keys')])
    for (const keys of [at('data', 'night'), at('data', 'keys'), at('data', 'night', 'keys')])
      await assert.rejects(
        () => assertApart({ folder: at('data', 'night'), keys }, []),
        /the keys may not lie beside the data/
      )
  })

  test('are none of the installation’s own, by whatever path', async ({ assert }) => {
    for (const folder of [at('keys'), at('keys', 'night'), at('link', 'night'), base])
      await assert.rejects(
        () => assertApart({ folder, keys: null }, [at('keys')]),
        /which it copies, are one place/
      )
  })

  test('tell of backups beside them that were never finished, and of nothing else', async ({
    assert,
  }) => {
    const killed = [at('data', '2026-11-20.partial'), at('vault', '2026-11-21.partial')]
    for (const path of [...killed, at('data', 'another.partial'), at('data', '2026-11-22')])
      await mkdir(path, { recursive: true })
    for (const path of [...killed, at('data', '2026-11-22')])
      await writeFile(join(path, 'files.jsonl'), '')
    const places = { folder: at('data', '2026-11-25'), keys: at('vault', '2026-11-25') }
    assert.deepEqual(await unfinishedBeside(places), killed)
    assert.deepEqual(await unfinishedBeside({ folder: at('nowhere', 'night'), keys: null }), [])
  })
})

test.group('DATABASE_BACKUP_URL', () => {
  test('is one address, or one for each server by name', ({ assert }) => {
    const [one, other] = ['postgres://a@db1/x?sslmode=require', 'postgres://a@db2/x']
    assert.deepEqual([...backupAddresses(one)], [['main', one]])
    assert.deepEqual(
      [...backupAddresses(`main=${one}  eu=${other}`)],
      [
        ['main', one],
        ['eu', other],
      ]
    )
  })
})
