import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { test } from '@japa/runner'
import { CheckpointCopies } from '#app/audit/checkpoints/checkpoint_copies'
import { Overtaken } from '#app/audit/checkpoints/overtaken'
import { Checkpoints } from '#app/audit/checkpoints/checkpoints'
import { CheckpointVerification } from '#app/audit/checkpoints/checkpoint_verification'
import { merkleRoot } from '#app/audit/checkpoints/merkle_tree'
import { Schedule } from '#app/queue/scheduler/scheduler'
import { timeScale } from '#app/foundation/time_scale'
import { PublicHttp } from '#app/foundation/outbound/public_http'
import { TimestampAuthority } from '#app/sealing/pades/timestamp_authority'
import { proveTimestamp } from '#app/sealing/pades/timestamp_token'
import { TransparencyLog } from '#app/audit/transparency/transparency_log'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import type { CellOfItsOwn } from '#tests/support/cell_of_its_own'
import { fullDisk } from '#tests/support/full_disk'
import { aceProcess } from '#tests/support/node_process'
import { outcomeOf } from '#tests/support/outcome'
import { cellsVariable, closeReachableCell, openReachableCell } from '#tests/support/reachable_cell'
import { setSetting } from '#tests/support/setting'
import { LoopbackTsa } from '#tests/domain/sealing/loopback_tsa'

/** Longer than a checkpoint takes that waits for nothing. */
const OPEN_FOR_MS = 1_000
const ADD = `insert into cell.chain_log (scope, chain, sequence, hash) values ('filler', $1, $2, 'h')`

const http = new PublicHttp({ allowPrivate: new Set(['tsa']) })

test.group('Checkpoints', (group) => {
  let own: CellOfItsOwn
  let tsa: LoopbackTsa
  let folder: string

  group.each.setup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'checkpoints-'))
    const putBack = setSetting('CHECKPOINTS_DIR', folder)
    return async () => {
      await rm(folder, { recursive: true })
      putBack()
      await beginAnew()
    }
  })
  group.setup(async () => {
    tsa = await LoopbackTsa.start()
    own = await openReachableCell()
    return async () => {
      await closeReachableCell(own)
      await tsa.stop()
    }
  })

  const beginAnew = () =>
    own.asSuperuser(async (superuser) => {
      await superuser.query(`
        alter table cell.chain_log disable trigger user;
        alter table cell.checkpoints disable trigger user;
        truncate cell.chain_log, cell.checkpoints restart identity;
        alter table cell.chain_log enable trigger user;
        alter table cell.checkpoints enable trigger user`)
    })

  const copies = () => join(folder, own.cell.name)
  const stamp = (value: Uint8Array) => new TimestampAuthority(tsa.url, { http }).stamp(value)
  const verdict = () => CheckpointVerification.run(own.cell, proveTimestamp)
  const findings = async () =>
    (await verdict()).findings.map(({ number, message }) => `${number}: ${message}`)

  async function writeEntries(): Promise<void> {
    const tenant = await makeTenant({ cell: own.cell.name, hasPassword: true })
    await CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, () => makeDocument())
  }
  async function takeOne(): Promise<void> {
    await writeEntries()
    await Checkpoints.take(own.cell)
    await Checkpoints.copy(own.cell)
  }
  const forge = (table: string, statement: string) =>
    own.asSuperuser(async (superuser) => {
      await superuser.query(`alter table cell.${table} disable trigger user`)
      await superuser.query(statement)
    })

  const age = (which: string, by: string) =>
    forge(
      'chain_log',
      `update cell.chain_log set logged_at = logged_at + interval '${by}' where ${which}`
    )
  /** What did not see these links when it ran. */
  const without = (which: string, work: () => Promise<unknown>) =>
    own.asSuperuser(async (superuser) => {
      await superuser.query('alter table cell.chain_log disable trigger user')
      await superuser.query(`create temp table kept as select * from cell.chain_log where ${which}`)
      await superuser.query(`delete from cell.chain_log where ${which}`)
      await work()
      await superuser.query('insert into cell.chain_log overriding system value select * from kept')
    })
  const boundLinks = () =>
    own.cell.as('relay', async (client) => {
      const text = 'select leaves from cell.checkpoints order by number'
      return (await client.query<{ leaves: number }>(text)).rows.map(({ leaves }) => leaves)
    })

  test('bind the new links of all trails once, each to the one before', async ({ assert }) => {
    await writeEntries()
    const first = await Checkpoints.take(own.cell)
    assert.isNull(await Checkpoints.take(own.cell))
    await writeEntries()
    const second = await Checkpoints.take(own.cell)
    assert.equal(second!.previous_root, first!.root)
    assert.equal(second!.leaves, first!.leaves)
    assert.deepEqual(await findings(), [])
  })

  test('wait for a transaction that has an earlier place in the log', async ({ assert }) => {
    let taken: ReturnType<typeof Checkpoints.take>
    await own.asSuperuser(async (superuser) => {
      await superuser.query('begin')
      await superuser.query(ADD, ['late', 1])
      await writeEntries()
      taken = Checkpoints.take(own.cell)
      await Promise.race([taken, pause(OPEN_FOR_MS)])
      await superuser.query('commit')
    })
    assert.containsSubset(await taken!, { first_position: 1, leaves: 6 })
    assert.deepEqual(await findings(), [])
  })

  test('are not taken while such a transaction does not end, and bind its links later', async ({
    assert,
    cleanup,
  }) => {
    timeScale.set(0.005)
    cleanup(() => timeScale.set(1))
    await own.asSuperuser(async (superuser) => {
      await superuser.query('begin')
      await superuser.query(ADD, ['late', 1])
      await own.asSuperuser((other) => other.query(ADD, ['early', 1]))
      await assert.rejects(() => Checkpoints.take(own.cell), /still writes to audit trails/)
      await superuser.query('rollback')
    })
    assert.containsSubset(await Checkpoints.take(own.cell), { first_position: 2, leaves: 1 })
  })

  test('pass over no link that is dated later, as when PostgreSQL’s clock is set back', async ({
    assert,
  }) => {
    await writeEntries()
    await age('position in (2, 4)', '1 hour')
    await age('position not in (2, 4)', '-1 hour')
    await Checkpoints.take(own.cell)
    await writeEntries()
    await age('position > 5', '-1 hour')
    await Checkpoints.take(own.cell)
    assert.deepEqual(await findings(), [])
    assert.deepEqual(await boundLinks(), [5, 5])
  })

  test('bind what an earlier release passed over, which is reported until then', async ({
    assert,
  }) => {
    await writeEntries()
    await without('position <= 3', () => Checkpoints.take(own.cell))
    assert.deepEqual(await findings(), [
      '1: no checkpoint binds the 3 links from position 1 to 3; the next one will',
    ])
    await Checkpoints.take(own.cell)
    assert.deepEqual(await findings(), [])
    await writeEntries()
    await Checkpoints.take(own.cell)
    assert.deepEqual(await findings(), [])
    assert.deepEqual(await boundLinks(), [2, 3, 5])
  })

  test('say when an earlier release bound only some of their links, until all are bound again', async ({
    assert,
  }) => {
    await writeEntries()
    await age('position in (2, 4)', '1 hour')
    await without('position in (2, 4)', () => Checkpoints.take(own.cell))
    assert.deepEqual(await findings(), [
      '1: it binds 3 of the 5 links from position 1 to 5, as PostgreSQL’s clock was set back then: audit:bind binds all of them',
    ])
    const bind = () => aceProcess(['audit:bind'], { CELLS: cellsVariable(own) })
    const { code, output } = await bind()
    assert.equal(code, 0, output)
    assert.match(output, new RegExp(`${own.cell.name}: 1 checkpoint bound again`))
    assert.deepEqual(await findings(), [])
    await bind()
    await Checkpoints.take(own.cell)
    assert.deepEqual(await boundLinks(), [3, 5])

    await forge('chain_log', `update cell.chain_log set hash = 'forged' where position = 4`)
    assert.includeMembers(await findings(), [
      '2: the log from position 1 to 5 is not what was bound',
    ])
  })

  test('are bound again whole where their links are more than one checkpoint binds', async ({
    assert,
  }) => {
    const most = 100_000
    await own.asSuperuser((superuser) =>
      superuser.query(
        `insert into cell.chain_log (scope, chain, sequence, hash) select 'filler', 'many', n, 'h' from generate_series(1, ${most + 2}) as n`
      )
    )
    await age('position in (2, 4)', '1 hour')
    await without('position in (2, 4)', () => Checkpoints.take(own.cell))
    const { partial } = await verdict()
    assert.lengthOf(partial, 1)
    await Checkpoints.bindAgain(own.cell, partial[0])
    assert.deepEqual(await boundLinks(), [most, most, 2])
    assert.deepEqual(await findings(), [])
    await forge('checkpoints', 'delete from cell.checkpoints where number = 3')
    assert.lengthOf((await verdict()).partial, 1)
  }).timeout(180_000)

  test('are not bound again where links were put among them', async ({ assert }) => {
    await writeEntries()
    await without('position = 3', () => Checkpoints.take(own.cell))
    await age('position = 3', '-1 hour')
    assert.deepEqual(await findings(), ['1: the log from position 1 to 5 is not what was bound'])
    await aceProcess(['audit:bind'], { CELLS: cellsVariable(own) })
    assert.deepEqual(await boundLinks(), [4])
  })

  test('name the span of the log that was changed', async ({ assert }) => {
    await takeOne()
    await forge('chain_log', `update cell.chain_log set hash = 'forged' where position = 1`)
    assert.deepEqual(await findings(), ['1: the log from position 1 to 5 is not what was bound'])
  })

  test('are found forged when their own signature is another’s', async ({ assert }) => {
    await takeOne()
    assert.deepEqual(await findings(), [])
    await own.asSuperuser((superuser) =>
      superuser.query(`
        alter table cell.checkpoints disable trigger user;
        update cell.checkpoints set created_at = created_at - interval '1 day';
        alter table cell.checkpoints enable trigger user`)
    )
    assert.include(await findings(), '1: its signature is not ours')
  })

  test('are stamped by a third party, once and in their order, and a stamp that is lost is missed', async ({
    assert,
  }) => {
    await takeOne()
    await takeOne()
    await Checkpoints.stamp(own.cell, stamp)
    const asked = tsa.replies.length
    await Checkpoints.stamp(own.cell, stamp)
    assert.equal(tsa.replies.length, asked)
    assert.containsSubset(await verdict(), { checkpoints: 2, stamped: 2, copies: 2, findings: [] })

    await forge('checkpoints', 'update cell.checkpoints set time_stamp = null where number = 1')
    await rm(join(copies(), '00000001.tst'))
    assert.deepEqual(await findings(), ['1: its time stamp is gone'])
    await forge(
      'checkpoints',
      'update cell.checkpoints set time_stamp = (select time_stamp from cell.checkpoints where number = 2)'
    )
    assert.deepEqual(await findings(), ['1: its time stamp is about something else'])
  })

  test('have their stamps copied later, where the folder could not be written to', async ({
    assert,
  }) => {
    await takeOne()
    await takeOne()
    await rm(copies(), { recursive: true })
    await writeFile(copies(), 'in the way')
    for (let of = 0; of < 2; of += 1)
      assert.equal((await outcomeOf(() => Checkpoints.stamp(own.cell, stamp))).code, 'EEXIST')
    await rm(copies())
    await takeOne()
    await Checkpoints.stamp(own.cell, stamp)
    await Checkpoints.copy(own.cell)
    const stamps = (await readdir(copies())).filter((name) => name.endsWith('.tst'))
    assert.deepEqual(stamps.sort(), ['00000001.tst', '00000002.tst', '00000003.tst'])
    assert.deepEqual(await findings(), [])
  })

  test('leave nothing behind in a folder whose disk is full', async ({ assert, cleanup }) => {
    await takeOne()
    await Checkpoints.copy(own.cell)
    const [within, token] = [CheckpointCopies.of(own.cell)!, Buffer.alloc(4_096)]
    fullDisk.begins(process.pid)
    cleanup(() => fullDisk.ends(process.pid))
    const { code } = await outcomeOf(() => within.keepStamp(1, token))
    fullDisk.ends(process.pid)
    assert.equal(code, 'EFBIG')
    assert.deepEqual(await readdir(copies()), ['00000001.json'])
    await within.keepStamp(1, token)
    assert.sameMembers(await readdir(copies()), ['00000001.json', '00000001.tst'])
  })

  test('wait for a third party that cannot be reached, and are whole without it', async ({
    assert,
  }) => {
    await takeOne()
    tsa.answer = () => ({ status: 503, body: Buffer.alloc(0) })
    assert.equal(
      (await outcomeOf(() => Checkpoints.stamp(own.cell, stamp))).code,
      'E_TIMESTAMP_REFUSED'
    )
    tsa.answer = null
    assert.containsSubset(await verdict(), { stamped: 0, findings: [] })
    await Checkpoints.stamp(own.cell, stamp)
    assert.containsSubset(await verdict(), { stamped: 1, findings: [] })
  })

  test('lie outside the database as well, where a history that was written anew shows', async ({
    assert,
  }) => {
    await takeOne()
    await takeOne()
    await Checkpoints.copy(own.cell)
    assert.deepEqual((await readdir(copies())).sort(), ['00000001.json', '00000002.json'])

    const copy = join(copies(), '00000001.json')
    await chmod(copy, 0o600)
    await writeFile(copy, '{}')
    assert.deepEqual(await findings(), ['1: its copy outside the database says otherwise'])

    await forge('checkpoints', 'delete from cell.checkpoints where number = 2')
    assert.include(
      await findings(),
      '2: it is gone from the database, and its copy outside is there'
    )
  })

  test('of a moment after the one that was restored are set aside, and the new ones have their copies', async ({
    assert,
  }) => {
    await takeOne()
    const { rows } = await own.asSuperuser((superuser) =>
      superuser.query('select max(position) as last from cell.chain_log')
    )
    await takeOne()
    await takeOne()
    await Checkpoints.stamp(own.cell, stamp)
    // what a restore of the database to the first of them leaves
    await forge('chain_log', `delete from cell.chain_log where position > ${rows[0].last}`)
    await forge('checkpoints', 'delete from cell.checkpoints where number > 1')
    await Overtaken.setAside()
    await Overtaken.setAside()
    await takeOne()
    assert.deepEqual(await findings(), [])
    const names = await readdir(copies())
    const [aside] = names.filter((name) => name.startsWith('overtaken-'))
    assert.sameMembers(names, ['00000001.json', '00000001.tst', '00000002.json', aside])
    const kept = ['00000002.json', '00000002.tst', '00000003.json', '00000003.tst']
    assert.sameMembers(await readdir(join(copies(), aside)), kept)
    assert.deepEqual((await verdict()).overtaken, [{ folder: aside, first: 2, last: 3 }])
    const { code, output } = await aceProcess(['audit:verify', '--platform'], {
      CELLS: cellsVariable(own),
      CHECKPOINTS_DIR: folder,
    })
    assert.match(
      output,
      new RegExp(
        `${own.cell.name}: restored to an earlier moment: the copies of checkpoints 2 to 3 lie in ${aside}`
      )
    )
    assert.equal(code, 0, output)
  })

  test('are set aside to the end by the next attempt when one was interrupted', async ({
    assert,
  }) => {
    for (let taken = 0; taken < 3; taken++) await takeOne()
    await Checkpoints.stamp(own.cell, stamp)
    const within = CheckpointCopies.of(own.cell)!
    // a folder stands in the way of one of them, so that the attempt ends there
    const name = (at: string) => join(copies(), `overtaken-${at.replaceAll(':', '-')}`)
    const at = '2026-11-28T10:00:00.000Z'
    await mkdir(join(name(at), '00000003.tst', 'in the way'), { recursive: true })
    await assert.rejects(() => within.setAside(1, new Date(at)))
    assert.equal(await within.last(), 3)
    await rm(name(at), { recursive: true })
    await mkdir(name(at))
    await within.setAside(1, new Date('2026-11-28T11:00:00.000Z'))
    assert.sameMembers(
      (await readdir(copies())).filter((one) => !one.startsWith('overtaken-')),
      ['00000001.json', '00000001.tst']
    )
    const [only, ...more] = await within.overtaken()
    assert.deepEqual([only.last, more], [3, []])
  })

  test('are copied by the next look when a process died before it had', async ({ assert }) => {
    await writeEntries()
    await Checkpoints.take(own.cell)
    assert.equal((await verdict()).copies, 0)
    await takeOne()
    assert.containsSubset(await verdict(), { checkpoints: 2, copies: 2, findings: [] })
  })

  test('are taken, copied and stamped by what recurs in a cell', async ({ assert, cleanup }) => {
    cleanup(setSetting('TSA_URL', tsa.url))
    await writeEntries()
    await import('#start/schedule')
    const run = (job: string) => Schedule.all.find(({ name }) => name === job)!.run(own.cell)
    await run('audit checkpoint')
    await run('checkpoint stamps')
    assert.containsSubset(await verdict(), { checkpoints: 1, stamped: 1, copies: 1, findings: [] })
    assert.deepEqual((await readdir(copies())).sort(), ['00000001.json', '00000001.tst'])
  })

  test('are taken while no authority stamps them, and stamped when one does', async ({
    assert,
    cleanup,
  }) => {
    const setBack = setSetting('TSA_URL', 'http://127.0.0.1:1/')
    cleanup(setBack)
    await writeEntries()
    await import('#start/schedule')
    const run = (job: string) => Schedule.all.find(({ name }) => name === job)!.run(own.cell)
    await run('audit checkpoint')
    await assert.rejects(() => run('checkpoint stamps'))
    assert.containsSubset(await verdict(), { checkpoints: 1, stamped: 0, copies: 1, findings: [] })
    cleanup(setSetting('TSA_URL', tsa.url))
    await run('checkpoint stamps')
    assert.containsSubset(await verdict(), { checkpoints: 1, stamped: 1, copies: 1, findings: [] })
  })

  test('are verified with the platform, which reports what is wrong', async ({ assert }) => {
    await takeOne()
    await TransparencyLog.grow(own.cell, 'platform.test/log/own')
    const verify = async () => {
      const place = { CELLS: cellsVariable(own), CHECKPOINTS_DIR: folder }
      const { code, output } = await aceProcess(['audit:verify', '--platform'], place)
      return { code, said: output.split('\n').filter((line) => line.includes(own.cell.name)) }
    }
    const whole = await verify()
    assert.match(whole.said.join(), /1 checkpoint, 0 with a time stamp, 1 copied .*: intact/)
    assert.match(whole.said.join(), /public log with 1 leaf, 1 head and 0 signatures .*: intact/)
    await forge('chain_log', `update cell.chain_log set hash = 'forged' where position = 1`)
    const { code, said } = await verify()
    assert.equal(code, 1)
    assert.match(said.join(), /checkpoint 1: the log from position 1 to 5 is not what was bound/)
    assert.match(said.join(), /public log at 1: the subtrees of its links are not those/)
  })

  test('are changed by nobody who writes them', async ({ assert }) => {
    await takeOne()
    await Checkpoints.stamp(own.cell, stamp)
    const attempts = {
      'update cell.checkpoints set time_stamp = null': 'CS002',
      "update cell.checkpoints set root = 'x'": '42501',
      'delete from cell.checkpoints': '42501',
    }
    for (const [statement, code] of Object.entries(attempts)) {
      const attempt = () => own.cell.as('relay', (client) => client.query(statement))
      assert.equal((await outcomeOf(attempt)).code, code, statement)
    }
  })

  test('compute the tree hash of RFC 6962', ({ assert }) => {
    const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
    const emptyLeaf = '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'
    assert.equal(merkleRoot([]), empty)
    assert.equal(merkleRoot(['']), emptyLeaf)
  })
})
