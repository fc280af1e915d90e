import { test } from '@japa/runner'
import { SYSTEM } from '#app/audit/actor'
import { AuditTrail } from '#app/audit/audit_trail'
import { AuditVerification } from '#app/audit/audit_verification'
import Document from '#app/documents/document'
import { DocumentTransformer } from '#app/documents/document_transformer'
import { documentEvidence } from '#app/documents/evidence/document_evidence'
import { erase } from '#app/documents/erasure'
import { StoredFile } from '#app/documents/files/stored_file'
import { Vault } from '#app/documents/files/vault'
import { sha256Hex } from '#app/foundation/opaque_token'
import { PublicHttp } from '#app/foundation/outbound/public_http'
import { signatureValueOf } from '#app/sealing/later_timestamp'
import { TimestampAuthority } from '#app/sealing/pades/timestamp_authority'
import { DUE, KINDS } from '#app/signing/seal/archive_renewals'
import { restampTime } from '#app/signing/seal/restamp_time'
import { SealVerification } from '#app/signing/seal/seal_verification'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { Outbox } from '#app/tenancy/outbox/outbox'
import { roleName } from '#app/tenancy/tenant_ref'
import { RenewalTurns } from '#app/tenants/renewal_turns'
import TenantEntitlements from '#app/tenants/tenant_entitlements'
import type Tenant from '#app/tenants/tenant'
import { ANA, makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { OutsideAuthority } from '#tests/support/outside_authority'
import { newestToken, withAnyToken } from '#tests/domain/sealing/any_token'
import { LoopbackTsa, P224_KEY, RSA_KEY } from '#tests/domain/sealing/loopback_tsa'
import { doWork } from '#tests/support/inline_work'
import { setSetting } from '#tests/support/setting'
import { sign } from '#tests/support/signing_hand'
import { asSuperuser } from '#tests/support/superuser'

test.group('A document whose proofs get a time stamp', (group) => {
  let acme: Tenant
  let tsa: LoopbackTsa
  let documentId: string

  const live = <T>(work: () => Promise<T>) =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)
  const found = () => live(async () => (await Document.whole(documentId))!)
  const served = async () => {
    const document = await found()
    return live(async () => (await StoredFile.sealed(document))!.read())
  }
  const report = async () => {
    const document = await found()
    return (await live(() => SealVerification.ofDocument(document)))!
  }
  const levels = async () => (await found()).laterRevisions.map(({ level }) => level)
  const stampEntries = async () =>
    (await live(() => AuditTrail.read(documentId))).filter(
      ({ action }) => action === 'document.archive_stamped'
    )
  const bySuperuser = <T extends object>(text: string) =>
    asSuperuser(Cell.named('main').database, async (client) => (await client.query<T>(text)).rows)
  const change = (text: string) =>
    live(() => CurrentTenant.batch([{ text, values: [documentId] }])).then(() => {})
  const isDue = () =>
    change(`update documents set restamp_at = now() - interval '1 day' where id = $1`)
  const ask = () =>
    live(() => unit(async () => Outbox.append({ kind: 'seal.archive', ref: documentId })))
  const stamp = (options = {}) => doWork(acme, 'seal.archive', { early: true, ...options })
  const goRound = async () => {
    await live(() => unit(async () => Outbox.append({ kind: 'seal.renewals', ref: '' })))
    return doWork(acme, 'seal.renewals', { early: true })
  }

  /** The newest stamp is a day old and ends in a minute, as far as the row says. */
  async function endsSoon() {
    const { laterRevisions } = await found()
    const [at, until] = [-86_400_000, 60_000].map((ms) => new Date(Date.now() + ms).toISOString())
    const changed = [...laterRevisions.slice(0, -1), { ...laterRevisions.at(-1)!, at, until }]
    const text = 'update documents set later_revisions = $2 where id = $1'
    const values = [documentId, JSON.stringify(changed)]
    await live(() => CurrentTenant.batch([{ text, values }]))
    await isDue()
  }

  async function prove() {
    const document = await live(() => makeDocument({ signers: [ANA] }))
    documentId = document.id
    await sign(acme, documentId, ANA.email!)
    await doWork(acme, 'seal')
    await doWork(acme, 'seal.long_term', { early: true })
  }

  group.setup(async () => {
    tsa = await LoopbackTsa.start({ isListed: true })
    acme = await makeTenant()
    return () => tsa.stop()
  })
  group.each.setup(() => setSetting('TSA_URL', tsa.url))

  test('keeps its hash and every byte, and serves the longer file', async ({ assert }) => {
    await prove()
    const before = await found()
    const proven = await served()
    assert.equal(await stamp(), 1)

    const after = await found()
    assert.equal(after.sealedSha256, before.sealedSha256)
    const file = await served()
    assert.isTrue(file.subarray(0, proven.length).equals(proven))
    const { revisions } = await live(async () =>
      DocumentTransformer.transform(after, { entitlements: await TenantEntitlements.current() })
    )
    const last = { sha256: sha256Hex(file), bytes: file.length, level: 'B-LTA' }
    assert.containsSubset(revisions.at(-1), last)
    const { verdict, seal } = await report()
    assert.equal(verdict, 'whole')
    const { until, at } = after.laterRevisions.at(-1)!
    assert.deepEqual([seal!.level, seal!.provenUntil], ['B-LTA', until])
    const from = new Date(at)
    assert.deepEqual(after.restampAt, restampTime({ from, until: new Date(until!) }))
    assert.equal(after.stampedWith, 'p-256,sha256')
    const evidence = new AuditVerification(acme.ref, 'live', documentEvidence)
    assert.deepEqual((await evidence.ofDocument(documentId)).findings, [])
  })

  test('is stamped once, however often it is asked for', async ({ assert }) => {
    await prove()
    await ask()
    assert.equal(await stamp({ atOnce: true }), 2)
    await ask()
    assert.equal(await stamp(), 1)
    assert.deepEqual(await levels(), ['B-LT', 'B-LTA'])
    assert.lengthOf(await stampEntries(), 1)
  })

  test('is left alone, and looked at again a month later, where another installation sealed it', async ({
    assert,
    cleanup,
  }) => {
    await prove()
    const { root } = await OutsideAuthority.make()
    const authorities = await bySuperuser<{ id: string; certificate: Buffer }>(
      `select id, certificate from platform.seal_authorities where kind in ('root', 'direct')`
    )
    // nobody else can change what an authority is
    const become = (certificate?: Uint8Array) =>
      asSuperuser(Cell.named('main').database, async (client) => {
        await client.query('set session_replication_role = replica')
        for (const authority of authorities)
          await client.query(
            'update platform.seal_authorities set certificate = $2 where id = $1',
            [authority.id, certificate ? Buffer.from(certificate) : authority.certificate]
          )
      })
    cleanup(() => become())
    await become(root.certificate)
    assert.equal((await report()).verdict, 'foreign')

    assert.equal(await stamp(), 1)
    assert.equal(await stamp(), 0)
    assert.deepEqual(await levels(), ['B-LT'])
    const { restampAt } = await found()
    assert.isAbove(restampAt!.getTime(), Date.now() + 29 * 86_400_000)
    assert.equal(await goRound(), 1)
    assert.equal(await stamp(), 0)

    await become()
    await isDue()
    await goRound()
    assert.equal(await stamp(), 1)
    assert.deepEqual(await levels(), ['B-LT', 'B-LTA'])
  })

  test('is left alone, and looked at again a month later, where the time stamp of its seal cannot be checked', async ({
    assert,
    cleanup,
  }) => {
    const other = await LoopbackTsa.start()
    cleanup(() => other.stop())
    await other.renew(2, P224_KEY)
    await prove()
    const document = await found()
    const sealed = (await served()).subarray(0, document.sealedBytes!)
    const http = new PublicHttp({ allowPrivate: new Set(['tsa']) })
    const value = Buffer.from(signatureValueOf(sealed))
    await new TimestampAuthority(other.url, { http }).stamp(value).catch(() => null)
    await live(async () => {
      const vault = await Vault.open(document)
      await vault.write(document.sealedFile!, withAnyToken(sealed, newestToken(other)))
    })
    assert.equal(await stamp(), 1)
    assert.equal(await stamp(), 0)
    const { restampAt } = await found()
    assert.isAbove(restampAt!.getTime(), Date.now() + 29 * 86_400_000)
    assert.deepEqual(await levels(), ['B-LT'])
  })

  test('leaves what it was served as before to those who are reading it, also when another worker takes over', async ({
    assert,
  }) => {
    await prove()
    const document = await found()
    const vault = await live(() => Vault.open(document))
    await live(() => vault.write(`sealed-${'0'.repeat(64)}`, Buffer.from('half a stamp')))
    await bySuperuser(`update cell.outbox set fence = fence + 1 where kind = 'seal.archive'`)
    assert.equal(await stamp(), 1)
    const after = await found()
    assert.lengthOf(after.sealedFiles, 3)
    assert.sameMembers(await live(() => vault.sealedFiles({ except: [] })), after.sealedFiles)
  })

  test('is stamped again before that ends, if it then lasts longer', async ({ assert }) => {
    await prove()
    await stamp()
    const first = await served()
    assert.equal(await goRound(), 1)
    assert.equal(await stamp(), 0, 'not due')
    await endsSoon()
    await tsa.renew(30)
    assert.equal(await goRound(), 1)
    await goRound()
    assert.equal(await stamp(), 1, 'once a day')
    assert.deepEqual(await levels(), ['B-LT', 'B-LTA', 'B-LTA'])
    const file = await served()
    assert.isTrue(file.subarray(0, first.length).equals(first))
    const { verdict, seal } = await report()
    assert.equal(verdict, 'whole')
    assert.lengthOf(seal!.documentTimestamps, 2)
    const evidence = new AuditVerification(acme.ref, 'live', documentEvidence)
    assert.deepEqual((await evidence.ofDocument(documentId)).findings, [])
  })

  test('is not stamped again for nothing, nor by what is retired', async ({ assert }) => {
    await prove()
    await stamp()
    const restore = setSetting('TSA_RETIRED', 'p-256, rsa-1024')
    assert.equal(await goRound(), 1)
    await assert.rejects(() => stamp(), /depends on p-256/)
    await bySuperuser(`delete from cell.outbox where kind = 'seal.archive'`)
    await tsa.renew(30, RSA_KEY)
    await isDue()
    assert.equal(await goRound(), 1)
    assert.equal(await stamp(), 1)
    assert.equal((await found()).stampedWith, 'rsa-2048,sha256')
    restore()
    assert.equal(await goRound(), 1)
    assert.equal(await stamp(), 0)
    await tsa.renew(30)
  })

  test('is asked for with another digest once SHA-256 is retired', async ({ assert }) => {
    await prove()
    const restore = setSetting('TSA_RETIRED', 'sha256')
    await assert.rejects(() => stamp(), /depends on sha256/)
    await bySuperuser(`update cell.outbox set lease_until = null where kind = 'seal.archive'`)
    await tsa.signWith('sha384')
    assert.equal(await stamp(), 1)
    assert.equal((await found()).stampedWith, 'p-256,sha384')
    assert.equal((await report()).verdict, 'whole')
    restore()
    await tsa.signWith('sha256')
  })

  test('stays as it was where no authority answers, and is asked for again the next day', async ({
    assert,
  }) => {
    await prove()
    tsa.answer = () => ({ status: 503, body: Buffer.alloc(0) })
    await assert.rejects(() => stamp(), /status 503/)
    await bySuperuser(
      `update cell.outbox set lease_until = null, tries = 12 where kind = 'seal.archive'`
    )
    assert.equal(await stamp(), 1)
    tsa.answer = null
    assert.deepEqual(await levels(), ['B-LT'])
    await goRound()
    assert.equal(await stamp(), 0, 'not today')
    await isDue()
    await goRound()
    assert.equal(await stamp(), 1)
    assert.deepEqual(await levels(), ['B-LT', 'B-LTA'])
  })

  test('is left alone once it is erased, or where no such stamp is wanted', async ({ assert }) => {
    const restore = setSetting('SEAL_LEVEL', 'B-LT')
    await prove()
    restore()
    assert.equal(await stamp(), 0)
    await goRound()
    await live(() => Document.change(documentId, (one) => erase(one, SYSTEM, 'request')))
    assert.equal(await stamp(), 1)
    assert.deepEqual(await levels(), ['B-LT'])
    assert.isNull((await found()).restampAt)
    await goRound()
    assert.equal(await stamp(), 0)
  })

  test('needs names of algorithms that there are, and one digest that is left', ({ assert }) => {
    const start = (retired: string) => () => setSetting('TSA_RETIRED', retired)
    assert.throws(start('md5'), /such as sha256, rsa-2048 and p-256, not md5/)
    assert.throws(start('sha256,SHA384 sha512'), /leaves no digest/)
    setSetting('TSA_RETIRED', '')
  })

  test('is found by an index', async ({ assert }) => {
    const schema = roleName(acme.id, 'live')
    const plan = (text: string) =>
      asSuperuser(Cell.named('main').database, async (superuser) => {
        await superuser.query(`set search_path = ${schema}`)
        await superuser.query('set enable_seqscan = off; set enable_bitmapscan = off')
        const { rows } = await superuser.query<Record<string, string>>(`explain ${text}`)
        return rows.map((row) => row['QUERY PLAN']).join('\n')
      })
    const values = [`'{a}'`, `'{b}'`, 'now()', 'now()', '50']
    const due = await plan(DUE.replaceAll(/\$(\d)/g, (_, number) => values[Number(number) - 1]!))
    const [first, second] = due.match(/Index (?:Only )?Scan using documents_restamp.*\n.*\n?.*/g)!
    assert.include(first, 'restamp_at <=')
    assert.include(second, 'restamp_at >')
    assert.notInclude(due, 'Sort')
    const kinds = await plan(KINDS)
    assert.lengthOf(kinds.match(/Index (?:Only )?Scan using documents_restamp/g)!, 2)
  })

  test('is asked for by a round of all tenants a day', async ({ assert }) => {
    const cell = Cell.named('main')
    const scopes = async () =>
      (
        await bySuperuser<{ scope: string }>(
          `select scope from cell.outbox where kind = 'seal.renewals'`
        )
      ).map(({ scope }) => scope)
    const before = `(select coalesce(max(id), '') from platform.tenants where id < '${acme.id}')`
    await bySuperuser(`delete from cell.outbox where kind = 'seal.renewals'`)
    await bySuperuser(
      `update cell.renewal_turns set tenant_id = ${before}, begun_at = now() - interval '2 days'`
    )
    while ((await RenewalTurns.next(cell)) > 0);
    assert.lengthOf(
      (await scopes()).filter((scope) => scope === roleName(acme.id, 'live')),
      1
    )
    const left = await scopes()
    assert.equal(await RenewalTurns.next(cell), 0)
    assert.deepEqual(await scopes(), left)
    await bySuperuser(`update cell.renewal_turns set begun_at = now() - interval '2 days'`)
    assert.isAbove(await RenewalTurns.next(cell), 0)
    await bySuperuser(`delete from cell.outbox where kind = 'seal.renewals'`)
  })
})
