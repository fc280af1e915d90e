import { existsSync } from 'node:fs'
import {
  appendFile,
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { test } from '@japa/runner'
import { request } from 'undici'
import { BucketDisk } from '#app/documents/files/storage/bucket_disk'
import type { Finding } from '#app/monitoring/doctor/finding'
import { makePdf } from '#tests/factories/pdf_factory'
import { childProcesses, commandOf, kill } from '#tests/support/child_processes'
import { CutLine } from '#tests/support/cut_line'
import { aceProcess, startAce } from '#tests/support/node_process'
import { startS3 } from '#tests/support/s3_server'
import { SoakServers } from '#tests/support/soak/soak_servers'
import { until } from '#tests/support/until'
import { WebProcess } from '#tests/support/web_process'

const NEVER_READY = 'sleep 600'

test.group('backup:create and backup:verify', (group) => {
  let servers: SoakServers
  let base: string
  let tenantId: string
  let documentId: string

  const data = (name: string) => join(base, 'data', name)
  const keys = (name: string) => join(base, 'keys', name)
  const ace = (args: readonly string[], more: Record<string, string> = {}) =>
    aceProcess(args, { ...servers.environment, ...more })
  const create = (name: string, more: Record<string, string> = {}) =>
    ace(['backup:create', data(name), `--keys=${keys(name)}`], more)
  const verify = (name: string, ...args: string[]) =>
    ace(['backup:verify', data(name), `--postgres=${servers.programs}`, ...args])
  const whole = (name: string) => verify(name, `--keys=${keys(name)}`)

  /** The good backup, once more, with something done to it. */
  async function altered(name: string, change: (folder: string) => Promise<void>) {
    await cp(data('good'), data(name), { recursive: true })
    await change(data(name))
    return verify(name, `--keys=${keys('good')}`)
  }

  group.setup(async () => {
    servers = await SoakServers.open()
    base = await mkdtemp(join(tmpdir(), 'countersign-backups-'))
    for (const args of [
      ['cell:prepare'],
      ['migrate'],
      ['tenant:create', 'First', '--slug=first', '--owner=o@first.test', '--plan=enterprise'],
    ])
      await succeeded(args)
    const scopes = ['--scopes=documents:read', '--scopes=documents:write']
    const key = await succeeded(['key:create', 'first', '--environment=live', '--json', ...scopes])
    const sent = await send(JSON.parse(/\{.*\}/s.exec(key)![0]).key)
    documentId = sent[0]
    const [row] = await servers.query<{ id: string }>('select id from platform.tenants')
    tenantId = row.id
    return async () => {
      await servers.close()
      await rm(base, { recursive: true, force: true })
    }
  })

  async function succeeded(args: readonly string[]): Promise<string> {
    const { code, output } = await ace(args)
    if (code !== 0) throw new Error(output)
    return output
  }

  /** Two documents. */
  async function send(key: string): Promise<string[]> {
    const web = await WebProcess.start(servers.environment)
    const fields = [{ type: 'signature', page: 1, x: 60, y: 600, width: 180, height: 50 }]
    const body = JSON.stringify({
      title: 'Contract',
      file: Buffer.from(await makePdf()).toString('base64'),
      signers: [{ name: 'Ana', email: 'ana@example.test', fields }],
    })
    const headers = {
      'host': 'first.localhost',
      'authorization': `Bearer ${key}`,
      'content-type': 'application/json',
    }
    const ids: string[] = []
    for (let count = 0; count < 2; count++) {
      const url = `${web.origin}/api/v1/documents`
      const answer = await request(url, { method: 'POST', headers, body })
      ids.push(((await answer.body.json()) as { id: string }).id)
    }
    await web.stop()
    return ids
  }

  test('put data and keys in two places that only their owner reads, and find them whole', async ({
    assert,
  }) => {
    const created = await create('good')
    assert.equal(created.code, 0, created.output)
    for (const folder of [data('good'), keys('good')]) {
      assert.equal((await stat(folder)).mode & 0o777, 0o700)
      assert.isFalse(existsSync(`${folder}.partial`))
    }
    assert.sameMembers(await readdir(join(data('good'), 'databases', 'main')), [
      'base.tar',
      'backup_manifest',
    ])
    assert.sameMembers(await readdir(join(keys('good'), 'keys')), ['platform', tenantId])
    const { code, output } = await whole('good')
    assert.equal(code, 0, output)
    assert.match(output, /is whole and was restored: 1 tenants, \d+ files/)
    const [{ verified }] = await servers.query<{ verified: boolean }>(
      'select verified_at is not null as verified from platform.backups'
    )
    assert.isTrue(verified)
  })

  test('refuse a place that is taken, one beside the keys, and one of the installation itself', async ({
    assert,
  }) => {
    const cases: [string[], RegExp][] = [
      [[data('good'), `--keys=${keys('other')}`], /good is there already/],
      [[data('new'), `--keys=${data('new-keys')}`], /the keys may not lie beside the data/],
      [[data('new'), `--keys=${data('new')}/keys`], /the keys may not lie beside the data/],
      [[join(servers.storage, 'new'), '--without-keys'], /which it copies, are one place/],
      [[data('new')], /leave them out by --without-keys/],
    ]
    const said = await Promise.all(cases.map(([args]) => ace(['backup:create', ...args])))
    for (const [place, { code, output }] of said.entries()) {
      assert.notEqual(code, 0, output)
      assert.match(output, cases[place][1])
      assert.notMatch(output, /^\s+at /m)
    }
    assert.sameMembers(await readdir(join(base, 'data')), ['good'])
  })

  test('list what is in a bucket, and name what is changed or missing there', async ({
    assert,
    cleanup,
  }) => {
    const s3 = await startS3('documents')
    cleanup(() => s3.stop())
    const account = { S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' }
    const place = { S3_BUCKET: 'documents', S3_REGION: 'us-east-1', S3_ENDPOINT: s3.endpoint }
    const settings = { ...account, ...place, DRIVE_DISK: 's3' }
    const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
    const bucket = new BucketDisk('documents', {
      ...{ credentials, region: 'us-east-1', endpoint: s3.endpoint, forcePathStyle: true },
    })
    const names = await readdir(servers.storage, { recursive: true, withFileTypes: true })
    for (const file of names.filter((entry) => entry.isFile())) {
      const path = join(file.parentPath, file.name)
      await bucket.put(relative(servers.storage, path), await readFile(path))
    }
    const args = ['backup:create', data('listed'), `--keys=${keys('listed')}`, '--list-documents']
    const created = await ace(args, settings)
    assert.equal(created.code, 0, created.output)
    assert.isFalse(existsSync(join(data('listed'), 'storage')))
    const check = () =>
      ace(
        [
          ...['backup:verify', data('listed'), `--keys=${keys('listed')}`],
          `--postgres=${servers.programs}`,
        ],
        settings
      )
    const good = await check()
    assert.equal(good.code, 0, good.output)
    assert.match(good.output, /is whole and was restored: 1 tenants/)
    const folder = `t/${tenantId}/live/${documentId}`
    const canonical = await bucket.getBytes(`${folder}/canonical`)
    await bucket.delete(`${folder}/canonical`)
    const lost = await check()
    assert.equal(lost.code, 1, lost.output)
    assert.include(lost.output, `is without its file live/${documentId}/canonical`)
    await bucket.put(`${folder}/canonical`, canonical.fill(7, 100, 101))
    const changed = await check()
    assert.equal(changed.code, 1, changed.output)
    assert.include(changed.output, `storage/${folder}/canonical is not in the storage as it was`)
  })

  test('print one value as JSON, whatever there is to be warned of', async ({ assert }) => {
    const args = ['backup:create', data('printed'), `--keys=${keys('printed')}`, '--json']
    const { code, output, printed } = await ace(args)
    assert.equal(code, 0, output)
    assert.include(output, 'The keys and the data go to one disk')
    const { takenAt, files } = JSON.parse(printed)
    assert.isNotNaN(Date.parse(takenAt))
    assert.isAbove(files, 0)
  })

  test('leave nothing that looks whole when they are killed or interrupted', async ({ assert }) => {
    const early = await create('early', { FAULT_POINT: 'backup.databases' })
    const late = await create('late', { FAULT_POINT: 'backup.keys' })
    assert.deepEqual([early.signal, late.signal], ['SIGKILL', 'SIGKILL'])
    assert.isTrue(existsSync(`${data('early')}.partial`))
    for (const name of ['early', 'late']) assert.isFalse(existsSync(data(name)))
    const again = await create('early')
    assert.equal(again.code, 1, again.output)
    assert.match(again.output, /early\.partial is there: another run writes it, or one was killed/)
    assert.equal((await verify('early')).code, 1)
  })

  test('keep a backup that cannot be noted, which its verification notes', async ({ assert }) => {
    const noted = `select count(*)::int as rows, count(verified_at)::int as verified
                     from platform.backups where taken_at > $1`
    const before = new Date()
    await servers.query(
      'alter table platform.backups add constraint refused check (false) not valid'
    )
    const created = await create('unnoted')
    await servers.query('alter table platform.backups drop constraint refused')
    assert.equal(created.code, 0, created.output)
    assert.include(created.output, 'could not be noted')
    assert.isTrue(existsSync(data('unnoted')) && existsSync(keys('unnoted')))
    assert.deepEqual(await servers.query(noted, [before]), [{ rows: 0, verified: 0 }])
    const verified = await whole('unnoted')
    assert.equal(verified.code, 0, verified.output)
    assert.deepEqual(await servers.query(noted, [before]), [{ rows: 1, verified: 1 }])
  })

  test('name what is changed, missing or strange', async ({ assert }) => {
    const sealed = join('storage', 't', tenantId, 'live', documentId)
    const [file] = await readdir(join(data('good'), sealed))
    const changes: [string, (folder: string) => Promise<void>, RegExp][] = [
      [
        'changed',
        (folder) => appendFile(join(folder, sealed, file), 'x'),
        new RegExp(`${file} is not as it was written`),
      ],
      ['missing', (folder) => rm(join(folder, 'databases/main/base.tar')), /base\.tar is missing/],
      ['strange', (folder) => writeFile(join(folder, 'storage/more'), ''), /more does not belong/],
      [
        'list',
        (folder) => appendFile(join(folder, 'files.jsonl'), '\n'),
        /files\.jsonl is missing/,
      ],
      ['claims', async (folder) => edit(folder, '"tenants": 1', '"tenants": 2'), /changed since/],
    ]
    for (const [name, change, words] of changes) {
      const { code, output } = await altered(name, change)
      assert.equal(code, 1, output)
      assert.match(output, words)
      await rm(data(name), { recursive: true })
    }
    const keyless = await verify('good')
    assert.equal(keyless.code, 0, keyless.output)
    assert.include(keyless.output, 'its keys were not looked at')
  })

  test('say which document has no file, and which tenant no key', async ({ assert }) => {
    const stored = join(servers.storage, 't', tenantId, 'live', documentId)
    const key = join(servers.folder, 'keys', tenantId)
    const created = await without([stored, key], () => create('lacking'))
    assert.equal(created.code, 0, created.output)
    const { code, output } = await whole('lacking')
    assert.equal(code, 1, output)
    assert.include(output, `${documentId} of ${tenantId} is without its file live/${documentId}/`)
    assert.include(output, `the root key of ${tenantId} is not among the keys`)
  })

  test('name what a former restore has left for the next to stop at', async ({ assert }) => {
    await servers.query(`alter system set recovery_target_timeline = '1'`)
    await create('aimed')
    await servers.query('alter system reset recovery_target_timeline')
    const { code, output } = await whole('aimed')
    assert.equal(code, 1, output)
    assert.include(output, 'recovery_target_timeline is still set in the PostgreSQL of main')
  })

  test('end, and back a server up once, where two names lead to it', async ({ assert }) => {
    const { adminUrl } = servers.postgres
    const other = new URL(adminUrl)
    other.hostname = 'localhost'
    const addresses = { DATABASE_BACKUP_URL: `main=${adminUrl} other=${other.href}` }
    const { code, output } = await create('twice', addresses)
    assert.equal(code, 0, output)
    assert.deepEqual(await readdir(join(data('twice'), 'databases')), ['main'])
  })

  test('leave no PostgreSQL and no copy behind when they are told to stop', async ({
    assert,
    cleanup,
  }) => {
    const folder = await mkdtemp(join(tmpdir(), 'countersign-stopped-'))
    cleanup(() => rm(folder, { recursive: true, force: true }))
    const programs = await postgresThatIsNeverReady(folder)
    const args = ['backup:verify', data('good'), `--postgres=${programs}`]
    const command = startAce(args, { ...servers.environment, TMPDIR: folder })
    cleanup(() => command.send('SIGKILL'))
    let postgres = 0
    await until(async () => {
      for (const pid of await childProcesses(command.pid))
        if ((await commandOf(pid)).startsWith(NEVER_READY)) postgres = pid
      return postgres > 0
    })
    cleanup(() => kill(postgres))
    command.send('SIGTERM')
    const { code, output } = await command.end
    assert.equal(code, 1, output)
    assert.include(output, 'was interrupted')
    assert.notMatch(output, /^\s+at /m)
    assert.equal(await commandOf(postgres), '')
    assert.deepEqual(await readdir(folder), ['programs'])
  })

  test('copy nothing while the storage is away', async ({ assert }) => {
    const { code, output } = await without([servers.storage], () => create('away'))
    assert.equal(code, 1, output)
    assert.include(output, 'The storage has no files at all')
    assert.isFalse(existsSync(`${data('away')}.partial`))
  })

  test('copy nothing while the keys are away, and no other root takes their place', async ({
    assert,
  }) => {
    const folder = join(servers.folder, 'keys')
    await without([folder], async () => {
      await mkdir(folder, { mode: 0o700 })
      const { code, output } = await create('keyless')
      assert.equal(code, 1, output)
      assert.include(output, 'KEYS_DIR has no root of the platform')
      assert.isFalse(existsSync(`${data('keyless')}.partial`))
      const prepared = await ace(['cell:prepare'])
      assert.equal(prepared.code, 1, prepared.output)
      assert.include(prepared.output, 'KEYS_DIR has no root of the platform')
      assert.deepEqual(await readdir(folder), [])
      await rmdir(folder)
    })
  })

  test('are interrupted while PostgreSQL says nothing, and leave nothing behind', async ({
    assert,
    cleanup,
  }) => {
    const address = new URL(servers.environment.DATABASE_ADMIN_URL)
    const line = new CutLine({ host: address.hostname, port: Number(address.port) })
    await line.join()
    cleanup(() => line.cut())
    line.mute()
    address.host = `127.0.0.1:${line.port}`
    const args = ['backup:create', data('mute'), `--keys=${keys('mute')}`]
    const environment = { ...servers.environment, DATABASE_BACKUP_URL: address.href }
    const running = startAce(args, environment)
    await until(() => existsSync(`${data('mute')}.partial`))
    running.send('SIGTERM')
    const ended = await Promise.race([running.end, pause(30_000, null, { ref: false })])
    running.send('SIGKILL')
    assert.equal(ended?.code, 1, ended?.output ?? 'It waits for PostgreSQL')
    for (const folder of [data('mute'), keys('mute')])
      assert.isFalse(existsSync(`${folder}.partial`))
  })

  test('doctor says that PostgreSQL cannot archive its WAL, and forgets it once it can', async ({
    assert,
  }) => {
    const findings = async () => {
      const { output } = await ace(['doctor', '--json'], { BACKUP_HOURS: '0' })
      const line = output.split('\n').find((text) => text.startsWith('{"isWell"'))
      const said = JSON.parse(line ?? '{}') as { findings: Finding[] }
      return said.findings.flatMap(({ about, state }) =>
        about === 'WAL archive main' ? state : []
      )
    }
    const archivedBy = async (command: string, counted: string) => {
      await servers.query(`alter system set archive_command = '${command}'`)
      await servers.query('select pg_reload_conf()')
      await servers.query('select pg_switch_wal()')
      await until(async () => {
        const [{ count }] = await servers.query<{ count: number }>(
          `select ${counted}::int as count from pg_stat_archiver`
        )
        return count > 0
      })
    }
    assert.deepEqual(await findings(), [])
    await servers.query(`alter system set archive_mode = 'on'`)
    await servers.crashPostgres(0)
    await archivedBy('false', 'failed_count')
    assert.deepEqual(await findings(), ['failed'])
    // what is not archived is in the backup, which does not wait for it
    const made = await Promise.race([create('unarchived'), pause(60_000, null, { ref: false })])
    assert.equal(made?.code, 0, made?.output ?? 'It waits for the archive')
    await archivedBy('true', 'archived_count')
    assert.deepEqual(await findings(), ['ok'])
  })

  test('go once enough newer ones were verified, though a run is killed meanwhile', async ({
    assert,
  }) => {
    const prune = (more: Record<string, string> = {}) =>
      ace(['backup:prune', join(base, 'data'), `--keys=${join(base, 'keys')}`, '--keep=1'], more)
    const created = await create('last')
    assert.equal(created.code, 0, created.output)
    assert.equal((await whole('last')).code, 0)
    const killed = await prune({ FAULT_POINT: 'backup.emptied' })
    assert.equal(killed.signal, 'SIGKILL')
    const { code, output } = await prune()
    assert.equal(code, 0, output)
    for (const folder of ['data', 'keys'])
      assert.deepEqual(
        (await readdir(join(base, folder))).filter(
          (name) => !/^(?:early|late)\.partial$/.test(name)
        ),
        ['last']
      )
    const verified = await whole('last')
    assert.equal(verified.code, 0, verified.output)
    const nameless = await ace(['backup:prune', join(base, 'data')])
    assert.equal(nameless.code, 2, nameless.output)
    assert.include(nameless.output, 'by --keys, or leave them by --without-keys')
  })

  /** A folder with a program that is asked for its version, and then started. */
  async function postgresThatIsNeverReady(folder: string): Promise<string> {
    const programs = join(folder, 'programs')
    await mkdir(programs)
    const version = `[ "$1" = --version ] && exec ${join(servers.programs, 'postgres')} --version`
    await writeFile(join(programs, 'postgres'), `#!/bin/sh\n${version}\nexec ${NEVER_READY}\n`)
    for (const path of [folder, programs, join(programs, 'postgres')]) await chmod(path, 0o755)
    return programs
  }

  async function without<T>(paths: readonly string[], work: () => Promise<T>): Promise<T> {
    const aside = (place: number) => join(base, `aside-${place}`)
    for (const [place, path] of paths.entries()) await rename(path, aside(place))
    try {
      return await work()
    } finally {
      for (const [place, path] of paths.entries()) await rename(aside(place), path)
    }
  }
})

async function edit(folder: string, from: string, to: string): Promise<void> {
  const path = join(folder, 'manifest.json')
  await writeFile(path, (await readFile(path, 'utf8')).replace(from, to))
}
