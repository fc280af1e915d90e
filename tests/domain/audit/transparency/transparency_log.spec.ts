import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import type { Checkpoint } from '#app/audit/checkpoints/checkpoint'
import { CheckpointKey } from '#app/audit/checkpoints/checkpoint_key'
import { Checkpoints } from '#app/audit/checkpoints/checkpoints'
import { leafHash, treeHash } from '#app/audit/checkpoints/merkle_tree'
import { faultOfProof } from '#app/audit/transparency/inclusion_proof'
import { parseHead } from '#app/audit/transparency/log_head'
import { proofOfEntry } from '#app/audit/transparency/proof_of_entry'
import { PublicLog } from '#app/audit/transparency/public_log'
import { LogVerification } from '#app/audit/transparency/log_verification'
import { cosignatureLine, NoteVerifier, parseNote } from '#app/audit/transparency/signed_note'
import { TransparencyLog } from '#app/audit/transparency/transparency_log'
import { witnessAnswers } from '#app/audit/transparency/witness_figures'
import { askWitnesses } from '#app/audit/transparency/witnesses'
import { PublicHttp } from '#app/foundation/outbound/public_http'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import type { CellOfItsOwn } from '#tests/support/cell_of_its_own'
import { WitnessProcess } from '#tests/support/log_witness'
import { aceProcess } from '#tests/support/node_process'
import { outcomeOf } from '#tests/support/outcome'
import { closeReachableCell, openReachableCell } from '#tests/support/reachable_cell'

const ORIGIN = 'platform.test/log/own'
const http = new PublicHttp({ allowPrivate: new Set(['witness']) })
const LOG_TABLES = 'log_cosignatures, log_heads, log_blocks, log_leaves, checkpoint_blocks'

test.group('The public log', (group) => {
  let own: CellOfItsOwn
  let folder: string

  group.setup(async () => {
    own = await openReachableCell()
    return () => closeReachableCell(own)
  })
  group.each.setup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'log-'))
    return async () => {
      await rm(folder, { recursive: true })
      await unguarded(`truncate cell.chain_log, cell.checkpoints, ${tables()} restart identity`)
    }
  })

  const tables = () =>
    LOG_TABLES.split(', ')
      .map((name) => `cell.${name}`)
      .join(', ')
  /** As somebody who may do anything in the database. */
  const unguarded = (text: string, values: unknown[] = []) =>
    own.asSuperuser(async (superuser) => {
      const names = ['chain_log', 'checkpoints', ...LOG_TABLES.split(', ')]
      for (const name of names)
        await superuser.query(`alter table cell.${name} disable trigger user`)
      await superuser.query(text, values)
      for (const name of names)
        await superuser.query(`alter table cell.${name} enable trigger user`)
    })

  /** What did not see these links when it ran. */
  const hiding = async (which: string, work: () => Promise<unknown>) => {
    await unguarded(`create table public.kept as select * from cell.chain_log where ${which}`)
    await unguarded(`delete from cell.chain_log where ${which}`)
    await work()
    await unguarded('insert into cell.chain_log overriding system value select * from public.kept')
    await unguarded('drop table public.kept')
  }
  const checkpointOf = (chain: string) =>
    own.cell.as('relay', async (client) => {
      const text = `select c.* from cell.checkpoints c join cell.chain_log l on l.position between first_position and last_position
        where chain = $1 order by number desc limit 1`
      return (await client.query<Checkpoint>(text, [chain])).rows
    })

  async function publish(): Promise<void> {
    await Checkpoints.take(own.cell)
    await TransparencyLog.grow(own.cell, ORIGIN)
  }
  const newTenant = () => makeTenant({ cell: own.cell.name, hasPassword: true })
  const write = (tenant: Tenant) =>
    CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, () => makeDocument())
  const proofOf = (tenant: Tenant, id: string, sequence?: number) =>
    CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, () => proofOfEntry(id, sequence))
  /** Links of nobody, which fill checkpoints. */
  const fill = (count: number, name: string) =>
    own.asSuperuser((superuser) =>
      superuser.query(
        `insert into cell.chain_log (scope, chain, sequence, hash)
          select 'filler', $2 || n, 1, md5(n::text) from generate_series(1, $1) n`,
        [count, name]
      )
    )
  const verifier = async () => (await CheckpointKey.current()).noteVerifier(ORIGIN)
  const witnessKey = () => generateKeyPairSync('ed25519').privateKey
  const contradictions = async () => {
    const { values } = await witnessAnswers.get()
    return values.find(({ labels }) => labels.outcome === 'contradicted')!.value
  }
  const head = async () => parseHead(parseNote((await PublicLog.head(own.cell))!)!.text)!

  test('is on the disk before anybody is shown it, and so are the checkpoints in it', async ({
    assert,
    cleanup,
  }) => {
    cleanup(() =>
      own.asSuperuser(async (superuser) => {
        await superuser.query('drop function public.note_wait() cascade')
        await superuser.query('drop table public.waits')
      })
    )
    await own.asSuperuser((superuser) =>
      superuser.query(`
        create table public.waits (about text, setting text);
        create function public.note_wait() returns trigger language plpgsql security definer as $$
          begin insert into public.waits values (tg_table_name, current_setting('synchronous_commit')); return null; end $$;
        create trigger waits after insert or update on cell.checkpoints for each statement execute function public.note_wait();
        create trigger waits after insert on cell.log_heads for each statement execute function public.note_wait()`)
    )
    await write(await newTenant())
    await publish()
    await Checkpoints.stamp(own.cell, async () => Buffer.from('no stamp'))
    const { rows } = await own.asSuperuser((superuser) =>
      superuser.query<{ about: string; setting: string }>('select about, setting from public.waits')
    )
    assert.deepEqual(
      rows.map(({ about, setting }) => `${about} ${setting}`),
      ['checkpoints on', 'log_heads on', 'checkpoints on']
    )
  })

  test('has a signed head for each size, and grows by nothing when nothing is new', async ({
    assert,
  }) => {
    const acme = await newTenant()
    assert.isNull(await PublicLog.head(own.cell))
    await write(acme)
    await publish()
    const first = (await PublicLog.head(own.cell))!
    assert.isTrue((await verifier()).hasSigned(parseNote(first)!))
    await publish()
    assert.equal(await PublicLog.head(own.cell), first)
    await write(acme)
    await publish()
    assert.containsSubset(await head(), { origin: ORIGIN, size: 2 })
  })

  test('proves each entry of a trail, among many links and many checkpoints', async ({
    assert,
  }) => {
    const acme = await newTenant()
    await fill(300, 'before')
    const { id } = await write(acme)
    await fill(400, 'after')
    await publish()
    for (let n = 0; n < 260; n++) {
      await fill(1, `later ${n} `)
      await Checkpoints.take(own.cell)
    }
    const young = await write(acme)
    await publish()
    const log = await verifier()
    for (const proof of [
      await proofOf(acme, id),
      await proofOf(acme, id, 1),
      await proofOf(acme, young.id),
    ]) {
      assert.isNull(faultOfProof(proof, log))
      assert.notInclude(JSON.stringify(proof), acme.name)
    }
    assert.equal((await proofOf(acme, id)).inLog.size, 262)
  })

  test('proves what earlier checkpoints passed over or bound in part, as soon as a later one binds it', async ({
    assert,
  }) => {
    const acme = await newTenant()
    const log = await verifier()
    const faults = async (id: string) => {
      const found = []
      for (const sequence of [1, 2])
        found.push(faultOfProof(await proofOf(acme, id, sequence), log))
      return found
    }
    const before = await write(acme)
    await hiding(`chain = '${before.id}' and sequence = 1`, publish)
    const partly = await write(acme)
    await fill(1, 'end')
    await hiding(`chain = '${partly.id}' and sequence = 2`, publish)
    assert.equal((await outcomeOf(() => proofOf(acme, partly.id, 1))).code, 'not_in_log')

    await publish()
    assert.deepEqual(await faults(before.id), [null, null])
    assert.equal((await outcomeOf(() => proofOf(acme, partly.id, 2))).code, 'not_in_log')
    const [{ first_position: first, last_position: last }] = await checkpointOf(partly.id)
    await Checkpoints.bindAgain(own.cell, { first, last })
    await publish()
    assert.deepEqual(await faults(partly.id), [null, null])
    assert.deepEqual((await LogVerification.run(own.cell)).findings, [])
  })

  test('is held against its checkpoints, and whatever was changed by hand is named', async ({
    assert,
  }) => {
    for (let n = 0; n < 258; n++) {
      await fill(1, `link ${n} `)
      await Checkpoints.take(own.cell)
    }
    await publish()
    await fill(300, 'many')
    await publish()
    const key = witnessKey()
    const { text } = parseNote((await PublicLog.head(own.cell))!)!
    const sign = (seconds: number) => cosignatureLine(text, seconds, { name: 'watcher', key })
    await unguarded('insert into cell.log_cosignatures values (259, $1, $2, now())', [
      'watcher',
      sign(1_800_000_000),
    ])
    const witness = NoteVerifier.of('watcher', 'cosignature', key)
    const verify = async () => {
      const { findings, ...counts } = await LogVerification.run(own.cell, [witness])
      return { counts, found: findings.map(({ number, message }) => `${number}: ${message}`) }
    }
    const { counts, found } = await verify()
    assert.deepEqual(found, [])
    assert.containsSubset(counts, { leaves: 259, cosignatures: 1 })
    assert.isAbove(counts.heads, 1)

    const other = "repeat('ab', 32)"
    const changes: [string, string][] = [
      [
        `update cell.log_leaves set hash = ${other} where number = 7`,
        '7: the log has another leaf',
      ],
      [
        `update cell.log_blocks set hash = ${other} where block = 0`,
        '256: the subtree that ends with it is another',
      ],
      [
        `update cell.checkpoint_blocks set hash = ${other} where number = 259 and block = 1`,
        '259: the subtrees of its links are not those that it binds',
      ],
      [
        `update cell.log_cosignatures set line = replace(line, right(line, 6), 'AAAAAA')`,
        '259: the signature of the witness watcher is not theirs',
      ],
      [
        `update cell.log_heads set note = replace(note, 'platform.test', 'platform.best') where size = 259`,
        '259: the signature under its head is not ours',
      ],
      [
        `update cell.chain_log set hash = ${other} where position = 3`,
        '3: the subtrees of its links are not those that it binds',
      ],
      [
        `update cell.checkpoints set root = ${other} where number = 258`,
        '259: its head is of another tree',
      ],
      [
        `delete from cell.checkpoints where number = 100`,
        '259: the log has leaves that no checkpoint stands for',
      ],
    ]
    let before: string[] = []
    for (const [change, finding] of changes) {
      await unguarded(change)
      const { found: now } = await verify()
      assert.notInclude(before, finding)
      assert.include(now, finding)
      before = now
    }
  })

  test('finds what was cut off the end of the public log', async ({ assert }) => {
    for (let n = 0; n < 3; n++) {
      await fill(1, `link ${n} `)
      await publish()
    }
    await unguarded('delete from cell.log_heads where size = 3')
    const { findings } = await LogVerification.run(own.cell)
    assert.deepEqual(findings, [
      { number: 3, message: 'no head was published for the last leaves' },
    ])
  })

  test('proves nothing that is not in it yet, of another tenant, or of nobody', async ({
    assert,
  }) => {
    const [acme, other] = [await newTenant(), await newTenant()]
    const { id } = await write(acme)
    const refusals = [await outcomeOf(() => proofOf(acme, id))]
    await publish()
    assert.equal((await proofOf(acme, id)).entry.chain, id)
    refusals.push(await outcomeOf(() => proofOf(other, id)))
    refusals.push(await outcomeOf(() => proofOf(acme, 'doc_nothing')))
    refusals.push(await outcomeOf(() => proofOf(acme, id, 999)))
    assert.deepEqual(
      refusals.map(({ code }) => code),
      Array(4).fill('not_in_log')
    )
  })

  test('has proofs in which no part can be replaced', async ({ assert }) => {
    const acme = await newTenant()
    await fill(5, 'beside')
    const { id } = await write(acme)
    await publish()
    await write(acme)
    await publish()
    const log = await verifier()
    const proof = await proofOf(acme, id, 1)
    const second = await proofOf(acme, id, 2)
    const forged = [
      { ...proof, entry: { ...proof.entry, hash: 'f'.repeat(64) } },
      { ...proof, link: second.link, entry: second.entry },
      { ...proof, inCheckpoint: second.inCheckpoint },
      { ...proof, checkpoint: proof.checkpoint.replace('"number":1', '"number":2') },
      { ...proof, inLog: { ...proof.inLog, index: 1 } },
      { ...proof, head: proof.head.replace('\n2\n', '\n3\n') },
    ]
    for (const [place, one] of forged.entries())
      assert.isNotNull(faultOfProof(one, log), `forgery ${place}`)
  })

  test('is checked by somebody who has nothing but the file and the keys', async ({ assert }) => {
    const acme = await newTenant()
    const { id } = await write(acme)
    await publish()
    const key = String(await verifier())
    const file = join(folder, 'proof.json')
    const check = (...more: string[]) => aceProcess(['log:check', file, '--key', key, ...more])
    const proof = await proofOf(acme, id)
    await writeFile(file, JSON.stringify(proof))
    const whole = await check()
    assert.equal(whole.code, 0, whole.output)
    assert.include(whole.output, proof.entry.hash)
    await writeFile(file, JSON.stringify({ ...proof, head: proof.head.replace('\n1\n', '\n2\n') }))
    assert.equal((await check()).code, 1)
    const { entry, link, ...rest } = proof
    const without = [
      {},
      [],
      null,
      { ...rest, link },
      { ...rest, entry, link: '{}' },
      { ...proof, inLog: {} },
    ]
    for (const text of ['no proof', ...without.map((one) => JSON.stringify(one))]) {
      await writeFile(file, text)
      const { code, output } = await check()
      assert.equal(code, 1, text)
      assert.include(output, 'The file is no proof.', text)
    }
  })

  test('is read as tiles from which anybody computes its head', async ({ assert }) => {
    await fill(1, 'first')
    for (let n = 0; n < 257; n++) {
      await fill(1, `more ${n} `)
      await Checkpoints.take(own.cell)
    }
    await publish()
    const tile = (level: number | 'entries', index: number, width: number) =>
      PublicLog.tile(own.cell, { level, index, width })
    const [whole, part, above] = [await tile(0, 0, 256), await tile(0, 1, 1), await tile(1, 0, 1)]
    const hashes = (bytes: Buffer) =>
      Array.from({ length: bytes.length / 32 }, (_, n) => bytes.subarray(n * 32, n * 32 + 32))
    const { root } = await head()
    assert.isTrue(treeHash([...hashes(whole!), ...hashes(part!)]).equals(root))
    assert.isTrue(treeHash(hashes(whole!)).equals(above!))
    const entries = (await tile('entries', 1, 1))!
    assert.equal(entries.readUInt16BE(), entries.length - 2)
    assert.isTrue(leafHash(entries.subarray(2).toString()).equals(part!))
    for (const beyond of [await tile(0, 1, 2), await tile(1, 0, 2), await tile('entries', 2, 1)])
      assert.isNull(beyond)
  })

  test('is cosigned by a witness elsewhere, whose signatures are in heads and proofs', async ({
    assert,
  }) => {
    const acme = await newTenant()
    const log = String(await verifier())
    const other = await WitnessProcess.start(folder, log)
    try {
      await write(acme)
      await publish()
      await askWitnesses(own.cell, [other.witness], http)
      for (let n = 0; n < 3; n++) {
        await write(acme)
        await publish()
      }
      const { id } = await write(acme)
      await publish()
      await askWitnesses(own.cell, [other.witness], http)
      await askWitnesses(own.cell, [other.witness], http)
      const note = parseNote((await PublicLog.head(own.cell))!)!
      assert.lengthOf(note.signatures, 2)
      assert.isTrue(other.witness.key.hasSigned(note))
      const file = join(folder, 'proof.json')
      await writeFile(file, JSON.stringify(await proofOf(acme, id)))
      const options = ['--key', log, '--witness', other.key]
      const checked = await aceProcess(['log:check', file, ...options])
      assert.equal(checked.code, 0, checked.output)
    } finally {
      await other.stop()
    }
  })

  test('is signed no more by a witness that has seen another history, also after its restart', async ({
    assert,
  }) => {
    const log = String(await verifier())
    let other = await WitnessProcess.start(folder, log)
    try {
      for (let n = 0; n < 3; n++) {
        await fill(1, `seen ${n} `)
        await publish()
      }
      await askWitnesses(own.cell, [other.witness], http)
      await other.stop()
      // somebody who may do anything writes history anew, signs it with our key, and makes it longer
      await unguarded(`truncate cell.chain_log, cell.checkpoints, ${tables()} restart identity`)
      other = await WitnessProcess.start(folder, log)
      const before = await contradictions()
      for (const size of [2, 3, 4]) {
        await fill(1, `forged ${size} `)
        if (size === 2) await publish()
        await fill(1, `forged too ${size} `)
        await publish()
        await askWitnesses(own.cell, [other.witness], http)
        const note = parseNote((await PublicLog.head(own.cell))!)!
        assert.equal((await head()).size, size)
        assert.lengthOf(note.signatures, 1, `a log of ${size}, where 3 were seen`)
      }
      assert.equal(await contradictions(), before + 3)
    } finally {
      await other.stop()
    }
  })

  test('is not read for witnesses that have signed its newest head', async ({ assert }) => {
    const other = await WitnessProcess.start(folder, String(await verifier()))
    const rename = (from: string, to: string) =>
      own.asSuperuser((superuser) => superuser.query(`alter table cell.${from} rename to ${to}`))
    try {
      await fill(1, 'one')
      await publish()
      await askWitnesses(own.cell, [other.witness], http)
      await rename('log_leaves', 'leaves_away')
      try {
        await askWitnesses(own.cell, [other.witness], http)
      } finally {
        await rename('leaves_away', 'log_leaves')
      }
      await fill(1, 'two')
      await publish()
      await askWitnesses(own.cell, [other.witness], http)
      assert.lengthOf(parseNote((await PublicLog.head(own.cell))!)!.signatures, 2)
    } finally {
      await other.stop()
    }
  })

  test('gets its answers from a witness as the protocol says', async ({ assert }) => {
    const other = await WitnessProcess.start(folder, String(await verifier()))
    try {
      await fill(1, 'one')
      await publish()
      const note = (await PublicLog.head(own.cell))!
      const answers = [
        await other.post('nonsense'),
        await other.post(`old 0\n\n${note.replaceAll(ORIGIN, 'elsewhere.test/log')}`),
        await other.post(`old 0\n\n${note.replace('\n1\n', '\n2\n')}`),
        await other.post(`old 2\n\n${note}`),
        await other.post(`old 0\n${'A'.repeat(43)}=\n\n${note}`),
        await other.post(`old 1\n\n${note}`),
        await other.post(`old 0\n\n${note}`),
        await other.post(`old 1\n\n${note}`),
        await other.post('x'.repeat(70_000)),
      ]
      assert.deepEqual(
        answers.map(({ status }) => status),
        [400, 404, 403, 400, 422, 409, 200, 200, 413]
      )
      assert.deepEqual([answers[5].text, answers[5].type], ['0\n', 'text/x.tlog.size'])
    } finally {
      await other.stop()
    }
  })
})
