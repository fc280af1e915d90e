import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import { SYSTEM } from '#app/audit/actor'
import { AuditVerification } from '#app/audit/audit_verification'
import { BrandChange } from '#app/brand/brand_change'
import { NOTHING_CHOSEN } from '#app/brand/brand_values'
import Document from '#app/documents/document'
import { copy } from '#app/documents/drafts/copy'
import { exchange } from '#app/documents/drafts/exchange'
import { documentEvidence } from '#app/documents/evidence/document_evidence'
import { AcceptedPdf } from '#app/documents/files/accepted_pdf'
import { StoredFile } from '#app/documents/files/stored_file'
import { sha256Hex } from '#app/foundation/opaque_token'
import { Certificate } from '#app/signing/certificate/certificate'
import { SealVerification } from '#app/signing/seal/seal_verification'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { Outbox } from '#app/tenancy/outbox/outbox'
import { roleName } from '#app/tenancy/tenant_ref'
import type Tenant from '#app/tenants/tenant'
import { ANA, OLGA } from '#tests/factories/document_factory'
import { ANA_ON_EACH, makePacket, packetFiles } from '#tests/factories/packet_factory'
import { makePdf } from '#tests/factories/pdf_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { LoopbackTsa, RSA_KEY } from '#tests/domain/sealing/loopback_tsa'
import { inFolder, outsideProgram } from '#tests/domain/sealing/outside_program'
import { doWork } from '#tests/support/inline_work'
import { setSetting } from '#tests/support/setting'
import { SmtpHost } from '#tests/support/smtp_host'
import { sign } from '#tests/support/signing_hand'
import { asSuperuser } from '#tests/support/superuser'

test.group('A document of several files', (group) => {
  let acme: Tenant

  const live = <T>(work: () => Promise<T>) =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)
  const found = (id: string) => live(async () => (await Document.whole(id))!)
  const sealedOf = (document: Document, number: number) =>
    live(async () => (await StoredFile.sealedOf(document, number))!.read())
  const findings = async (id: string) => {
    const evidence = new AuditVerification(acme.ref, 'live', documentEvidence)
    return (await evidence.ofDocument(id)).findings
  }
  const textOf = async (file: Uint8Array) =>
    inFolder({ 'a.pdf': file }, async (path) => {
      const { output } = await outsideProgram('pdftotext', [path('a.pdf'), '-'])
      return output
    })

  const bySuperuser = (text: string) =>
    asSuperuser(Cell.named('main').database, (client) => client.query(text))
  const change = (id: string, text: string) =>
    live(() => CurrentTenant.batch([{ text, values: [id] }]))
  const stamp = () => doWork(acme, 'seal.archive', { early: true })
  /** A day later. */
  const goRound = async (id: string) => {
    await change(
      id,
      `update documents set restamp_at = restamp_at - interval '1 day' where id = $1`
    )
    await live(() => unit(async () => Outbox.append({ kind: 'seal.renewals', ref: '' })))
    await doWork(acme, 'seal.renewals', { early: true })
  }
  /** Of the whole, and of each of its files. */
  const levelsOf = async (id: string) => {
    const { laterRevisions, files } = await found(id)
    const all = [laterRevisions, ...files.map(({ seal }) => seal!.laterRevisions)]
    return all.map((revisions) => revisions.map(({ level }) => level).join(' '))
  }
  /** How long until it is looked at again. */
  const hoursLeft = async (id: string) =>
    ((await found(id)).restampAt!.getTime() - Date.now()) / 3_600_000

  async function proven() {
    const { id } = await completed()
    await doWork(acme, 'seal.long_term', { early: true })
    return id
  }

  async function completed(signer = ANA_ON_EACH) {
    const { id } = await live(() => makePacket({ signers: [signer] }))
    await sign(acme, id, ANA.email!)
    await doWork(acme, 'seal')
    return found(id)
  }

  group.setup(async () => {
    acme = await makeTenant()
  })

  test('is shown as one, and its pages are numbered through', async ({ assert }) => {
    const document = await live(() => makePacket({}, { send: false }))
    assert.equal(document.pageCount, 6)
    assert.deepEqual(
      document.files.map(({ name, pageCount }) => [name, pageCount]),
      [
        ['Lease.pdf', 2],
        ['Rules.pdf', 1],
        ['Lease.pdf', 3],
      ]
    )
    const shown = await live(async () => (await StoredFile.canonical(document)).read())
    const text = await textOf(shown)
    assert.match(text, /The lease, page 2[^]*House rules, page 1[^]*The inventory, page 3/)
    assert.deepEqual(await findings(document.id), [])
  })

  test('comes by mail with each of its sealed files, and the certificate of all', async ({
    assert,
    cleanup,
  }) => {
    const host = await SmtpHost.open()
    cleanup(() => host.close())
    host.takesOver()
    const chosen = { ...NOTHING_CHOSEN, finishedFile: 'attachment' as const }
    await live(() => BrandChange.make(chosen, OLGA))
    cleanup(() => live(() => BrandChange.make(NOTHING_CHOSEN, OLGA)).then(() => {}))
    const document = await completed()
    for (const kind of ['mail.completed', 'mail.send']) await doWork(acme, kind, { early: true })
    const mail = host.to(ANA.email!).find(({ parsed }) => parsed.subject?.includes('signed'))!
    const files = mail.parsed.attachments
    assert.deepEqual(
      files.slice(0, -1).map(({ content }) => sha256Hex(content)),
      document.files.map(({ seal }) => seal!.sha256)
    )
    assert.match(files.at(-1)!.filename!, /^00 .*\.pdf$/)
    assert.match(await textOf(files.at(-1)!.content), /Certificate/)
  })

  test('may have files that are only read, which are sealed with the others as they were shown', async ({
    assert,
  }) => {
    const document = await completed({ ...ANA_ON_EACH, fields: [ANA_ON_EACH.fields![0]] })
    assert.equal(document.status, 'completed')
    assert.deepEqual(
      document.files.map(({ seal, pageCount }) => seal?.pageCount === pageCount),
      [true, true, true]
    )
    const text = await textOf(await sealedOf(document, 2))
    assert.include(text, 'House rules, page 1')
    assert.notInclude(text, ANA.name!)
    assert.deepEqual(await findings(document.id), [])
  })

  test('has each file sealed on its own, with its own marks and no certificate', async ({
    assert,
  }) => {
    const document = await completed()
    assert.equal(document.status, 'completed')
    const received = await packetFiles()
    for (const [index, { pageCount, seal, originalSha256 }] of document.files.entries()) {
      const sealed = await sealedOf(document, index + 1)
      assert.equal(sha256Hex(sealed), seal!.sha256)
      assert.equal(sha256Hex(received[index]!.bytes), originalSha256)
      const original = await live(async () =>
        (await StoredFile.originalOf(document, index + 1)).read()
      )
      assert.isTrue(original.equals(received[index]!.bytes))
      const report = await live(() => SealVerification.of(sealed))
      assert.containsSubset(report, { verdict: 'whole', faults: [], signatures: [] })
      await inFolder({ 'a.pdf': sealed }, async (path) => {
        const signature = await outsideProgram('pdfsig', ['-nocert', path('a.pdf')])
        assert.include(signature.output, 'Signature is Valid.')
        assert.include(signature.output, 'Total document signed')
        const { output } = await outsideProgram('pdfinfo', [path('a.pdf')])
        assert.match(output, new RegExp(`Pages:\\s+${pageCount}\\n`))
      })
    }
    assert.deepEqual(await findings(document.id), [])
  })

  test('has one certificate, which names each file with both of its hashes', async ({ assert }) => {
    const document = await completed()
    const certificates = [
      await live(() => Certificate.of(document)),
      await live(async () => (await StoredFile.sealed(document))!.read()),
    ]
    for (const certificate of certificates) {
      const text = (await textOf(certificate)).replace(/\s+/g, '')
      for (const { name, originalSha256, seal } of document.files) {
        assert.include(text, name)
        assert.include(text, originalSha256)
        assert.include(text, seal!.sha256)
      }
    }
  })

  test('gives who has no signature field a page in each file', async ({ assert }) => {
    const document = await completed({ ...ANA, fields: [] })
    for (const [index, { pageCount, seal }] of document.files.entries()) {
      assert.equal(seal!.pageCount, pageCount + 1)
      assert.include(await textOf(await sealedOf(document, index + 1)), ANA.name)
    }
  })

  test('is completed once, whichever of two workers is first', async ({ assert }) => {
    const { id } = await live(() => makePacket())
    await sign(acme, id, ANA.email!)
    await doWork(acme, 'seal')
    const before = await found(id)
    await doWork(acme, 'seal')
    assert.deepEqual((await found(id)).files, before.files)
    assert.deepEqual(await findings(id), [])
  })

  test('is copied with all of its files', async ({ assert }) => {
    const document = await completed()
    const made = await live(() => copy(document.id, { by: OLGA }))
    assert.deepEqual(
      made.files.map(({ name, originalSha256, seal }) => [name, originalSha256, seal]),
      document.files.map(({ name, originalSha256 }) => [name, originalSha256, null])
    )
    assert.deepEqual(await findings(made.id), [])
  })

  test('may become one file, and the other way round', async ({ assert }) => {
    const document = await live(() => makePacket({}, { send: false }))
    const one = await AcceptedPdf.accept(await makePdf({ pages: 4 }), 'one.pdf')
    const exchanged = await live(() => exchange(document, one, { by: OLGA }))
    assert.deepEqual(exchanged.files, [])
    assert.deepEqual(await findings(document.id), [])
    const again = await live(async () =>
      exchange(exchanged, await AcceptedPdf.acceptAll(await packetFiles()), { by: OLGA })
    )
    assert.lengthOf(again.files, 3)
    assert.deepEqual(await findings(document.id), [])
    await doWork(acme, 'documents.remove_file', { early: true, atOnce: true })
    assert.deepEqual(await findings(document.id), [])
  })

  test('is erased with the names of its files, and its hashes stay', async ({ assert }) => {
    const document = await completed()
    await live(() => document.erase({ by: SYSTEM, reason: 'request' }))
    const erased = await found(document.id)
    assert.deepEqual(
      erased.files,
      document.files.map((file) => ({ ...file, name: '' }))
    )
    assert.deepEqual(await findings(document.id), [])
  })

  test('has each file raised for the long term, and late time stamps as well', async ({
    assert,
    cleanup,
  }) => {
    const tsa = await LoopbackTsa.start({ isListed: true })
    cleanup(() => tsa.stop())
    cleanup(setSetting('TSA_URL', 'http://127.0.0.1:1/'))
    const { id } = await completed()
    cleanup(setSetting('TSA_URL', tsa.url))
    assert.equal(await doWork(acme, 'seal.timestamp', { early: true }), 4)
    assert.equal(await doWork(acme, 'seal.long_term', { early: true }), 4)
    assert.equal(await doWork(acme, 'seal.archive', { early: true }), 4)
    const document = await found(id)
    for (const [index, { seal }] of document.files.entries()) {
      assert.equal(seal!.level, 'B-T')
      assert.deepEqual(
        seal!.laterRevisions.map(({ level }) => level),
        ['B-LT', 'B-LTA']
      )
      const report = await live(async () =>
        SealVerification.of(await sealedOf(document, index + 1))
      )
      assert.containsSubset(report, { verdict: 'whole', seal: { level: 'B-LTA' } })
    }
    assert.deepEqual(await findings(id), [])
  })

  test('has each file stamped by the daily round where it was sealed when no such stamp was wanted', async ({
    assert,
    cleanup,
  }) => {
    const tsa = await LoopbackTsa.start({ isListed: true })
    cleanup(() => tsa.stop())
    cleanup(setSetting('TSA_URL', tsa.url))
    const restore = setSetting('SEAL_LEVEL', 'B-LT')
    const id = await proven()
    restore()
    assert.equal(await stamp(), 0)
    await goRound(id)
    await stamp()
    assert.deepEqual(await levelsOf(id), Array(4).fill('B-LT B-LTA'))
    assert.isAbove(await hoursLeft(id), 25)
    assert.deepEqual(await findings(id), [])
  })

  test('has its files looked at the next day where no authority had a stamp for them', async ({
    assert,
    cleanup,
  }) => {
    const tsa = await LoopbackTsa.start({ isListed: true })
    cleanup(() => tsa.stop())
    cleanup(setSetting('TSA_URL', tsa.url))
    const id = await proven()
    await bySuperuser(
      `update cell.outbox set lease_until = 'infinity' where kind = 'seal.archive' and ref = '${id}'`
    )
    tsa.answer = () => ({ status: 503, body: Buffer.alloc(0) })
    await bySuperuser(`update cell.outbox set tries = 12 where kind = 'seal.archive'`)
    assert.equal(await stamp(), 3, 'given up for today')
    tsa.answer = null
    await bySuperuser(`update cell.outbox set lease_until = null where kind = 'seal.archive'`)
    assert.equal(await stamp(), 1, 'the whole')
    assert.deepEqual(await levelsOf(id), ['B-LT B-LTA', 'B-LT', 'B-LT', 'B-LT'])
    assert.approximately(await hoursLeft(id), 24, 1)

    await goRound(id)
    await stamp()
    assert.deepEqual(await levelsOf(id), Array(4).fill('B-LT B-LTA'))
    assert.isAbove(await hoursLeft(id), 25)
  })

  test('of an earlier release is looked for by its files as well', async ({ assert, cleanup }) => {
    const tsa = await LoopbackTsa.start({ isListed: true })
    cleanup(() => tsa.stop())
    cleanup(setSetting('TSA_URL', tsa.url))
    const id = await proven()
    await bySuperuser(
      `update cell.outbox set lease_until = 'infinity' where kind = 'seal.archive' and ref = '${id}/2'`
    )
    await stamp()
    await bySuperuser(`delete from cell.outbox where kind = 'seal.archive'`)
    await change(
      id,
      `update documents set restamp_at = now() + interval '9 years', stamped_with = 'p-256',
                            files = jsonb_set(files, '{0,seal,stampedWith}', '"rsa-2048,sha256"') where id = $1`
    )
    const sql = await readFile('database/tenant/environment/0940_file_stamps.sql', 'utf8')
    await bySuperuser(`set search_path = ${roleName(acme.id, 'live')}; ${sql}`)
    assert.approximately(await hoursLeft(id), 0, 1)
    assert.equal((await found(id)).stampedWith, 'p-256,rsa-2048,sha256')
    await goRound(id)
    await stamp()
    assert.deepEqual(await levelsOf(id), Array(4).fill('B-LT B-LTA'))
  })

  test('has a file stamped again before its own stamp ends, or once what that depends on is retired', async ({
    assert,
    cleanup,
  }) => {
    const tsa = await LoopbackTsa.start({ isListed: true })
    cleanup(() => tsa.stop())
    cleanup(setSetting('TSA_URL', tsa.url))
    const id = await proven()
    await tsa.renew(3650)
    await bySuperuser(
      `update cell.outbox set lease_until = 'infinity' where kind = 'seal.archive' and ref = '${id}/2'`
    )
    assert.equal(await stamp(), 3)
    await tsa.renew(300, RSA_KEY)
    await bySuperuser(`update cell.outbox set lease_until = null where kind = 'seal.archive'`)
    assert.equal(await stamp(), 1, 'the second file, which another certificate stamps')
    assert.approximately(await hoursLeft(id), 240 * 24, 2)

    cleanup(setSetting('TSA_RETIRED', 'rsa-2048'))
    await tsa.renew(300)
    await goRound(id)
    await stamp()
    assert.deepEqual(await levelsOf(id), [
      ...['B-LT B-LTA', 'B-LT B-LTA'],
      ...['B-LT B-LTA B-LTA', 'B-LT B-LTA'],
    ])
    assert.deepEqual(await findings(id), [])

    const [at, until] = [-86_400_000, 60_000].map((ms) => new Date(Date.now() + ms).toISOString())
    const newest = `'{1,seal,laterRevisions,-1}'`
    const changed = `(files #> ${newest}) || '${JSON.stringify({ at, until })}'`
    await change(
      id,
      `update documents set restamp_at = now(), files = jsonb_set(files, ${newest}, ${changed}) where id = $1`
    )
    await tsa.renew(400)
    await goRound(id)
    await stamp()
    const [, , second] = await levelsOf(id)
    assert.equal(second, 'B-LT B-LTA B-LTA B-LTA')
  })

  test('is contradicted by a file that is not the one in its trail', async ({ assert }) => {
    const document = await completed()
    const [first, second] = document.files
    await live(() =>
      CurrentTenant.batch([
        {
          text: 'update documents set files = $2 where id = $1',
          values: [document.id, JSON.stringify([second, first, document.files[2]])],
        },
      ])
    )
    assert.notDeepEqual(await findings(document.id), [])
  })
})
