import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { freePort } from '#app/foundation/processes/free_port'
import type { Finding } from '#app/monitoring/doctor/finding'
import { dropInstallation } from '#tests/support/dropped_installation'
import { aceProcess } from '#tests/support/node_process'
import { RedisProcess } from '#tests/support/redis_process'
import { SmtpHost } from '#tests/support/smtp_host'
import { asSuperuser, superuserUrl } from '#tests/support/superuser'
import { VAULT_TOKEN, VaultServer } from '#tests/support/vault_server'
import { until } from '#tests/support/until'
import { WorkerProcess } from '#tests/support/worker_process'

interface Said {
  isWell: boolean
  findings: Finding[]
}

test.group('doctor', (group) => {
  const name = `doc_${randomBytes(4).toString('hex')}`
  const base = mkdtempSync(join(tmpdir(), 'doctor-'))
  const folders = { storage: join(base, 'storage'), keys: join(base, 'keys') }
  let settings: Record<string, string>
  let redis: RedisProcess
  let smtp: SmtpHost
  let tenant: string

  /** An installation of its own, on which a worker has run. */
  group.setup(async () => {
    redis = await RedisProcess.open()
    smtp = await SmtpHost.open()
    const database = new URL(superuserUrl(name))
    database.username = name
    database.password = ''
    settings = {
      DATABASE_URL: database.href,
      CELLS: '',
      REDIS_URL: redis.url,
      KEYS_DIR: folders.keys,
      CHECKPOINTS_DIR: join(base, 'checkpoints'),
      DRIVE_DISK: 'fs',
      STORAGE_DIR: folders.storage,
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(smtp.port),
      TRUSTED_PROXIES: '127.0.0.1/32',
      TSA_URL: '',
      BACKUP_HOURS: '0',
    }
    const admin = { DATABASE_ADMIN_URL: superuserUrl('postgres') }
    await ran(['cell:prepare'], admin)
    await ran(['migrate'])
    const create = ['tenant:create', 'First', '--slug=first', '--owner=o@first.test', '--json']
    // among what it logs
    tenant = /"id":"(ten_\w+)"/.exec(await ran(create))?.[1] ?? ''
    const worker = WorkerProcess.start({ ...settings, TIME_SCALE: '1' })
    await until(async () => {
      const query = `select from cell.ticks where name = 'audit checkpoint' and done_at is not null`
      const { rowCount } = await asSuperuser(name, (client) => client.query(query))
      return rowCount === 1
    })
    await worker.kill()
    return async () => {
      await Promise.all([redis.close(), smtp.close()])
      rmSync(base, { recursive: true, force: true })
      await dropInstallation(name)
    }
  })

  async function ran(args: string[], more: Record<string, string> = {}): Promise<string> {
    const { code, output } = await aceProcess(args, { ...settings, ...more })
    if (code !== 0) throw new Error(output)
    return output
  }

  async function examined(more: Record<string, string> = {}) {
    const { code, output } = await aceProcess(['doctor', '--json'], { ...settings, ...more })
    const line = output.split('\n').find((text) => text.startsWith('{"isWell"'))
    if (!line) throw new Error(output)
    return { code, ...(JSON.parse(line) as Said) }
  }

  const notOk = ({ findings }: Said) => findings.filter(({ state }) => state !== 'ok')
  const lines = (said: Said) => notOk(said).map(({ about, state }) => `${state} ${about}`)

  test('finds nothing wrong with an installation that is well, and says what it looked at', async ({
    assert,
  }) => {
    const said = await examined()
    const ofDisks = ({ about }: Finding) => about.startsWith('disk of')
    assert.deepEqual(
      notOk(said).filter((finding) => !ofDisks(finding)),
      []
    )
    assert.equal(said.code, 0)
    assert.isTrue(said.isWell)
    assert.includeMembers(
      said.findings.map(({ about }) => about),
      [
        ...['settings', 'database main', 'clock main', 'isolation main', 'schema', 'tenants'],
        ...['checkpoints', 'redis', 'storage', 'keys', 'mail', 'time stamps', 'disk of keys'],
      ]
    )
    assert.deepEqual(
      readdirSync(folders.storage).filter((file) => file.startsWith('doctor')),
      []
    )
  })

  test('names an erasure that was begun and never finished', async ({ assert, cleanup }) => {
    const onErasures = (text: string) =>
      asSuperuser(name, (client) => client.query(text, ['ten_begun']))
    await onErasures(
      `insert into platform.erasures (tenant_id, facts, started_at) values ($1, '{}', now() - interval '25 hours')`
    )
    cleanup(
      async () => void (await onErasures('delete from platform.erasures where tenant_id = $1'))
    )
    const said = await examined()
    const [found] = said.findings.filter(({ about }) => about === 'erasures')
    assert.equal(found.state, 'failed')
    assert.include(found.says, 'ten_begun')
    assert.include(found.remedy!, 'tenant:erase ten_begun --resume')
    await onErasures(
      `update platform.erasures set started_at = now() - interval '23 hours' where tenant_id = $1`
    )
    const sooner = await examined()
    assert.equal(sooner.findings.find(({ about }) => about === 'erasures')!.state, 'ok')
  })

  test('prints a line for each, and what to do about it', async ({ assert }) => {
    const { code, output } = await aceProcess(['doctor'], {
      ...settings,
      SMTP_PORT: String(await freePort()),
    })
    assert.equal(code, 1, output)
    assert.match(output, /^ok {7}settings: complete and well-formed$/m)
    assert.match(
      output,
      /^failed {3}mail: 127\.0\.0\.1:\d+ does not greet: .*ECONNREFUSED.*\n {9}→ Check SMTP_HOST/m
    )
    assert.notMatch(output, /^\s+at /m)
  })

  test('says that the database is away, once', async ({ assert }) => {
    const away = new URL(settings.DATABASE_URL)
    away.port = String(await freePort())
    const said = await examined({ DATABASE_URL: away.href })
    assert.deepEqual([said.code, lines(said)], [1, ['failed database main']])
    assert.match(notOk(said)[0].says, /ECONNREFUSED/)
  })

  test('says which login has the wrong secret', async ({ assert }) => {
    const said = await examined({ DATABASE_SECRET_RELAY: 'f'.repeat(64) })
    assert.deepEqual([said.code, lines(said)], [1, ['failed database main']])
    assert.include(notOk(said)[0].says, `${name}_relay cannot connect`)
  })

  test('says how old the newest backup is, and whether one was ever restored', async ({
    assert,
    cleanup,
  }) => {
    const sql = (text: string) => asSuperuser(name, (client) => client.query(text))
    cleanup(async () => {
      await sql('delete from platform.backups')
    })
    const backups = async () => {
      const { findings } = await examined({ BACKUP_HOURS: '26' })
      const { state, says } = findings.find(({ about }) => about === 'backups')!
      return `${state}: ${says}`
    }
    assert.equal(await backups(), 'warning: none was made by backup:create')
    await sql(`insert into platform.backups (id, taken_at, finished_at, files, bytes)
      values ('one', now() - interval '3 hours', now(), 1, 1)`)
    assert.equal(
      await backups(),
      'warning: the newest was made 3 hours ago, and none was ever verified'
    )
    await sql(`update platform.backups set verified_at = now() - interval '1 hour'`)
    assert.equal(
      await backups(),
      'ok: the newest was made 3 hours ago, one was verified 1 hour ago'
    )
    for (const [hours, state] of [
      [30, 'warning'],
      [60, 'failed'],
    ] as const) {
      await sql(`update platform.backups set taken_at = now() - interval '${hours} hours'`)
      assert.equal(await backups(), `${state}: the newest was made ${hours} hours ago`)
    }
  })

  test('says that the disk of the backups has no room for the next one, or is not there', async ({
    assert,
    cleanup,
  }) => {
    const sql = (text: string) => asSuperuser(name, (client) => client.query(text))
    cleanup(async () => void (await sql('delete from platform.backups')))
    const ofDisk = async (more: Record<string, string>) => {
      const { code, findings } = await examined({ BACKUP_KEYS: base, ...more })
      const [found] = findings.filter(({ says }) => /BACKUP_DATA|the newest backup/.test(says))
      return [code, found && `${found.state} ${found.about}: ${found.says}`]
    }
    await sql(`insert into platform.backups (id, taken_at, finished_at, files, bytes) values
      ('small', now() - interval '2 days', now(), 1, 1), ('large', now(), now(), 1, 1::bigint << 50)`)
    const [code, says] = await ofDisk({ BACKUP_DATA: base })
    assert.equal(code, 1)
    assert.match(
      String(says),
      /^failed disk of backups: .* and the newest backup has 1048576\.0 GB/
    )
    await sql(`update platform.backups set bytes = 1`)
    assert.deepEqual(await ofDisk({ BACKUP_DATA: base }), [0, undefined])
    const away = join(base, 'not-mounted')
    assert.deepEqual(await ofDisk({ BACKUP_DATA: away }), [
      1,
      `failed backups: BACKUP_DATA is ${away}, which cannot be reached`,
    ])
  })

  test('tries the keys of seals where they are, and says what a store refuses', async ({
    assert,
    cleanup,
  }) => {
    const vault = await VaultServer.open()
    cleanup(() => vault.close())
    const access = { VAULT_ADDR: vault.address, VAULT_TOKEN, SEAL_KEYS: 'vault' }
    const found = async (more: Record<string, string>) => {
      const { code, findings } = await examined(more)
      const about = findings.filter((finding) => finding.about === 'seal keys')
      return [code, ...about.map(({ state, says }) => `${state}: ${says}`)]
    }
    assert.deepEqual(await found({}), [0, 'ok: in the database, encrypted (SEAL_KEYS)'])
    await ran(['seal:rotate', '--root'], access)
    cleanup(async () => {
      const text = `delete from platform.seal_authorities where kind = $1`
      for (const kind of ['issuing', 'root'])
        await asSuperuser(name, (client) => client.query(text, [kind]))
    })
    const [code, ...says] = await found(access)
    assert.equal(code, 0)
    assert.equal(says[0], 'ok: vault answers')
    assert.match(
      String(says[1]),
      /^ok: the root authority live signs \(vault:countersign-root-live-/
    )
    assert.match(String(says[2]), /^ok: the issuing authority live signs/)
    const refused = 'Vault answered 403 (permission denied)'
    assert.deepEqual(await found({ ...access, VAULT_TOKEN: 'wrong' }), [
      1,
      `failed: vault does not: The store of the seals’ keys cannot be used: ${refused}`,
    ])
    const half = await aceProcess(['doctor'], { ...settings, SEAL_KEYS: 'pkcs11' })
    assert.include(half.output, 'SEAL_KEYS is pkcs11')
  })

  test('says that Redis is away', async ({ assert }) => {
    const said = await examined({ REDIS_URL: `redis://127.0.0.1:${await freePort()}/0` })
    assert.deepEqual([said.code, lines(said)], [1, ['failed redis']])
  })

  test('says that Redis refuses writes', async ({ assert, cleanup }) => {
    const wantReplicas = (count: number) =>
      redis.ask((client) => client.config('SET', 'min-replicas-to-write', count))
    cleanup(() => wantReplicas(0).then(() => {}))
    await wantReplicas(1)
    const said = await examined()
    assert.deepEqual([said.code, lines(said)], [1, ['failed redis']])
    assert.include(notOk(said)[0].says, 'NOREPLICAS')
  })

  test('warns of a Redis that forgets', async ({ assert, cleanup }) => {
    const policy = (word: string) =>
      redis.ask((client) => client.config('SET', 'maxmemory-policy', word))
    await policy('allkeys-lru')
    cleanup(() => policy('noeviction').then(() => {}))
    const said = await examined()
    assert.deepEqual([said.code, lines(said)], [0, ['warning redis']])
  })

  test('says that nothing can be stored', async ({ assert }) => {
    const file = join(base, 'in-the-way')
    writeFileSync(file, '')
    const said = await examined({ STORAGE_DIR: join(file, 'storage') })
    assert.deepEqual([said.code, lines(said)], [1, ['failed storage']])
  })

  test('says that checkpoints and erasures cannot be copied', async ({ assert, cleanup }) => {
    const elsewhere = join(base, 'no-checkpoints')
    writeFileSync(elsewhere, '')
    const inTheWay = await examined({ CHECKPOINTS_DIR: elsewhere })
    assert.deepEqual([inTheWay.code, lines(inTheWay)], [1, ['failed checkpoints']])
    const erasures = join(settings.CHECKPOINTS_DIR, 'erasures')
    mkdirSync(settings.CHECKPOINTS_DIR, { recursive: true })
    writeFileSync(erasures, '')
    cleanup(() => rmSync(erasures))
    const ofOne = await examined()
    assert.deepEqual([ofOne.code, lines(ofOne)], [1, ['failed checkpoints']])
    assert.include(notOk(ofOne)[0].says, erasures)
    const notYet = await examined({ CHECKPOINTS_DIR: join(base, 'not-yet') })
    assert.deepEqual([notYet.code, lines(notYet)], [0, []])
  })

  test('says that keys can be read by others, and that they are missing', async ({
    assert,
    cleanup,
  }) => {
    chmodSync(folders.keys, 0o755)
    cleanup(() => chmodSync(folders.keys, 0o700))
    const open = await examined()
    assert.deepEqual([open.code, lines(open)], [1, ['failed keys']])
    assert.include(notOk(open)[0].remedy ?? '', 'chmod')
    const empty = join(base, 'no-keys')
    mkdirSync(empty, { mode: 0o700 })
    const missing = await examined({ KEYS_DIR: empty })
    assert.deepEqual([missing.code, lines(missing)], [1, ['failed keys']])
  })

  test('says that links have another domain than the platform, until platform:moved has run', async ({
    assert,
    cleanup,
  }) => {
    const sql = (text: string, values: unknown[] = []) =>
      asSuperuser(name, (client) => client.query(text, values))
    const moved = { PLATFORM_DOMAIN: 'sign.after.example' }
    const said = await examined(moved)
    assert.deepEqual([said.code, lines(said)], [1, ['failed hosts']])
    assert.include(notOk(said)[0].says, 'links of first lead to first.localhost')
    assert.include(notOk(said)[0].remedy ?? '', 'platform:moved')

    assert.include(await ran(['platform:moved'], moved), 'Links of 1 tenant had another domain')
    cleanup(() => ran(['platform:moved']).then(() => {}))
    assert.include(await ran(['platform:moved'], moved), 'Links of all tenants are made of')
    const { rows } = await sql(`select signing_host from t_${tenant.slice(4)}.standing`)
    assert.deepEqual(rows, [{ signing_host: 'first.sign.after.example' }])
    assert.deepEqual(lines(await examined(moved)), [])

    const label = 'k3v9'.padEnd(20, '0')
    const record = { about: 'address', value: `${label}.edge.localhost` }
    await sql(`insert into platform.domain_targets (tenant_id, label) values ($1, $2)`, [
      tenant,
      label,
    ])
    await sql(
      `insert into platform.domains (id, tenant_id, kind, host, purposes, status, challenge, findings, verified_at, created_at, updated_at)
       values ('dom_led', $1, 'host', 'sign.first.example', '{app,signing,api}', 'active', 'x', $2, now(), now(), now())`,
      [tenant, JSON.stringify({ records: [record] })]
    )
    cleanup(() =>
      sql('delete from platform.domains; delete from platform.domain_targets').then(() => {})
    )
    const led = await examined(moved)
    assert.deepEqual([led.code, lines(led)], [1, ['failed hosts']])
    assert.include(notOk(led)[0].remedy ?? '', 'TARGET_DOMAIN=edge.localhost')
    assert.deepEqual(lines(await examined({ ...moved, TARGET_DOMAIN: 'edge.localhost' })), [])
  })

  test('counts tenants that lag, and says how they catch up', async ({ assert, cleanup }) => {
    const account = `t_${tenant.slice(4)}`
    const ledger = (steps: string, values: unknown[]) =>
      asSuperuser(name, (client) =>
        client.query(
          `update cell.ledger set steps = ${steps} where lower(schema_name) = lower($1)`,
          [account, ...values]
        )
      )
    const { rows } = await asSuperuser(name, (client) =>
      client.query<{ steps: Record<string, string> }>(
        'select steps from cell.ledger where lower(schema_name) = lower($1)',
        [account]
      )
    )
    const [{ steps }] = rows
    await ledger('steps - $2', [Object.keys(steps).sort().at(-1)])
    cleanup(() => ledger('$2', [JSON.stringify(steps)]).then(() => {}))
    const said = await examined()
    assert.deepEqual([said.code, lines(said)], [1, ['failed tenants']])
    assert.match(notOk(said)[0].says, /^1 of 1 lag: 1 in main at /)
    assert.include(notOk(said)[0].remedy ?? '', 'tenant:migrate')
  })

  test('says that a tenant has a right that it should not have', async ({ assert, cleanup }) => {
    const change = (text: string) => asSuperuser(name, (client) => client.query(text))
    await change('grant select on platform.tenants to public')
    cleanup(() => change('revoke select on platform.tenants from public').then(() => {}))
    const said = await examined()
    assert.equal(said.code, 1)
    assert.deepEqual([...new Set(lines(said))], ['failed isolation main'])
  })

  test('warns where no worker has looked at the trails, and fails where none has for long', async ({
    assert,
    cleanup,
  }) => {
    cleanup(async () => {
      const row = `insert into cell.ticks (name) values ('audit checkpoint')`
      await asSuperuser(name, (client) => client.query(row))
    })
    const done = (at: string) =>
      asSuperuser(name, (client) =>
        client.query(`update cell.ticks set done_at = ${at} where name = 'audit checkpoint'`)
      )
    await done(`now() - interval '1 hour'`)
    const late = await examined()
    assert.deepEqual([late.code, lines(late)], [1, ['failed checkpoints']])
    await asSuperuser(name, (client) =>
      client.query(`delete from cell.ticks where name = 'audit checkpoint'`)
    )
    const never = await examined()
    assert.deepEqual([never.code, lines(never)], [0, ['warning checkpoints']])
  })
})
