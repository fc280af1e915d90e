import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import drive from '@adonisjs/drive/services/main'
import { AuditTrail } from '#app/audit/audit_trail'
import { AuditVerification } from '#app/audit/audit_verification'
import { wordsOf } from '#app/dashboard/documents/trail_words'
import Document from '#app/documents/document'
import { Draft } from '#app/documents/drafts/draft'
import { AcceptedPdf } from '#app/documents/files/accepted_pdf'
import KeysAway from '#app/foundation/errors/keys_away'
import { figures } from '#app/foundation/figures/figures'
import { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { Vault } from '#app/documents/files/vault'
import { sha256Hex } from '#app/foundation/opaque_token'
import { StuckWork } from '#app/queue/stuck/stuck_work'
import { emptyPage } from '#app/sealing/empty_page'
import { intake } from '#app/sealing/intake/intake'
import SealFailed from '#app/sealing/errors/seal_failed'
import SignatureImageUnreadable from '#app/sealing/errors/signature_image_unreadable'
import TimestampRefused from '#app/sealing/errors/timestamp_refused'
import { sealer } from '#app/sealing/seal'
import '#app/signing/seal/seal_figures'
import { isHopeless } from '#app/signing/seal/failed_seal'
import { Signing } from '#app/signing/signing'
import { Cell } from '#app/tenancy/cell'
import { keyRing } from '#app/tenancy/keys'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { Row } from '#app/tenancy/statement'
import { schemaNames } from '#app/tenancy/tenant_ref'
import type Tenant from '#app/tenants/tenant'
import { Usage } from '#app/tenants/usage/usage'
import { ANA, BEN, makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { doWork } from '#tests/support/inline_work'
import { asSuperuser } from '#tests/support/superuser'
import { faultyCanonical } from '#tests/domain/sealing/faulty_canonical'
import { onePage } from '#tests/domain/sealing/intake/hostile_pdf'

const CLIENT = { ipAddress: '203.0.113.9', userAgent: 'Browser/1.0' }

async function signAll(document: Document): Promise<void> {
  for (const signer of document.signers) {
    const signing = new Signing(document.id, signer.id, CLIENT)
    await signing.consent()
    await signing.view()
    const values = Object.fromEntries(
      document
        .fieldsOf(signer)
        .filter(({ type }) => type === 'text')
        .map(({ id }) => [id, 'Žluťoučký kůň'])
    )
    await new Signing(document.id, signer.id, CLIENT).sign({
      values,
      signature: { kind: 'typed', text: signer.name },
    })
  }
}

async function sealsThatEnded(outcome: string): Promise<number> {
  const { values } = await figures.registers[0]
    .getSingleMetric('countersign_seal_duration_seconds')!
    .get()
  const counted = values as { metricName?: string; labels: { outcome?: string }; value: number }[]
  return counted.find(
    ({ metricName, labels }) => metricName?.endsWith('_count') && labels.outcome === outcome
  )!.value
}

test.group('Document seal', (group) => {
  let acme: Tenant
  let folder: string
  group.setup(async () => {
    acme = await makeTenant({ withSandbox: true })
    folder = mkdtempSync(join(tmpdir(), 'seal-'))
    return () => rmSync(folder, { recursive: true })
  })

  const live = <T>(work: () => T) =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)

  test('completes the document with a file whose hash is recorded and that pdfsig accepts as a whole', async ({
    assert,
  }) => {
    const text = { type: 'text' as const, page: 1, x: 60, y: 300, width: 200, height: 24 }
    const made = await live(() =>
      makeDocument({ signers: [{ ...ANA, fields: [...ANA.fields!, text] }, BEN] })
    )
    await live(() => signAll(made))
    assert.equal(await doWork(acme, 'seal'), 1)
    const { document, bytes } = await live(async () => {
      const found = (await Document.whole(made.id))!
      return { document: found, bytes: await (await Vault.open(found)).read(found.sealedFile!) }
    })
    assert.equal(document.status, 'completed')
    assert.equal(sha256Hex(bytes), document.sealedSha256)
    const path = join(folder, 'sealed.pdf')
    writeFileSync(path, bytes)
    const report = execFileSync('pdfsig', [path], { encoding: 'utf8' })
    assert.match(report, /Signature is Valid/)
    assert.match(report, /Total document signed/)
    assert.match(execFileSync('pdftotext', [path, '-'], { encoding: 'utf8' }), /Žluťoučký kůň/)
    assert.deepEqual(
      (await new AuditVerification(acme.ref, 'live').ofDocument(made.id)).findings,
      []
    )
  })

  test('announces the completion once, after every signature, with a gap-free sequence', async ({
    assert,
  }) => {
    const made = await live(() => makeDocument())
    await live(() => signAll(made))
    await doWork(acme, 'seal')
    const rows = await live(async () => {
      const text = 'select name, body from events where document_id = $1 order by position'
      return (await CurrentTenant.batch([{ text, values: [made.id] }]))[0]
    })
    assert.deepEqual(
      rows.map((row) => row.name),
      [
        'document.sent',
        'document.viewed',
        'document.signed',
        'document.viewed',
        'document.signed',
        'document.completed',
      ]
    )
    assert.deepEqual(
      rows.map((row) => JSON.parse(row.body as string).data.sequence),
      [1, 2, 3, 4, 5, 6]
    )
  })

  test('does nothing when it runs again after completion', async ({ assert }) => {
    const made = await live(() => makeDocument())
    await live(() => signAll(made))
    await doWork(acme, 'seal')
    const before = await live(() => Document.whole(made.id))
    await live(async () => {
      const { unit } = await import('#app/tenancy/current_tenant')
      const { Outbox } = await import('#app/tenancy/outbox/outbox')
      await unit(async () => Outbox.append({ kind: 'seal', ref: made.id }))
    })
    assert.equal(await doWork(acme, 'seal'), 1)
    const after = await live(() => Document.whole(made.id))
    assert.equal(after!.sealedSha256, before!.sealedSha256)
    assert.equal(after!.chainSequence, before!.chainSequence)
  })

  test('removes no file that another attempt has put on record while this one slept', async ({
    assert,
    cleanup,
  }) => {
    const made = await live(() => makeDocument())
    await live(() => signAll(made))
    const endLease = () =>
      asSuperuser(Cell.named('main').database, (superuser) =>
        superuser.query(
          'update cell.outbox set fence = fence + 1, lease_until = null where ref = $1',
          [made.id]
        )
      )
    await endLease() // so this is a second attempt, which removes what the first has left
    const seal = sealer.seal.bind(sealer)
    let isAsleep = false
    sealer.seal = async (order) => {
      const sealed = await seal(order)
      if (isAsleep) return sealed
      isAsleep = true
      await endLease()
      await doWork(acme, 'seal')
      return sealed
    }
    cleanup(() => void Object.assign(sealer, { seal }))
    await assert.rejects(() => doWork(acme, 'seal'))
    const [document, bytes] = await live(async () => {
      const found = (await Document.whole(made.id))!
      return [found, await (await Vault.open(found)).read(found.sealedFile!)]
    })
    assert.equal(sha256Hex(bytes), document.sealedSha256)
  })

  test('that cannot succeed ends the document once, returns the signatures and notifies everyone', async ({
    assert,
  }) => {
    const made = await live(() => makeDocument())
    const used = () => live(() => CurrentTenant.batch([Usage.statement()]))
    await live(async () => {
      await signAll(made)
      const document = (await Document.whole(made.id))!
      await (await Vault.open(document)).write('canonical', Buffer.from('no file of ours'))
    })
    const [before] = await used()
    await doWork(acme, 'seal')
    await doWork(acme, 'seal')
    const document = (await live(() => Document.whole(made.id)))!
    assert.equal(document.status, 'failed')
    assert.equal(document.displayStatus, 'failed')
    assert.isNotNull(document.failedAt)
    const signatures = ([rows]: Row[][]) =>
      Number(rows.find((row) => row.name === 'signatures')?.used)
    assert.equal(signatures(await used()), signatures([before]) - 2)
    const actions = (await live(() => AuditTrail.read(made.id))).map(({ action }) => action)
    assert.equal(actions.filter((action) => action === 'document.failed').length, 1)

    await doWork(acme, 'mail.ended')
    const told = await live(async () => {
      const text = 'select recipient, subject from mails where document_id = $1 and kind = $2'
      return (await CurrentTenant.batch([{ text, values: [made.id, 'failed'] }]))[0]
    })
    assert.includeMembers(
      told.map(({ recipient }) => recipient),
      made.signers.map(({ email }) => email)
    )
    assert.isTrue(told.every(({ subject }) => String(subject).includes('could not be sealed')))
    const { works } = await StuckWork.all()
    assert.isDefined(works.find(({ ref, kind }) => ref === made.id && kind === 'seal.given_up'))
    assert.equal(works.find(({ ref }) => ref === made.id)!.trouble, 'sealing')
  })

  for (const [what, outcome, change] of [
    [
      'contradicts its trail',
      'evidence_contradicted',
      `update signers set name = 'Mallory' where document_id = $1`,
    ],
    ['has a damaged file', 'file_damaged', null],
    [
      'has a damaged key',
      'envelope_refused',
      'update documents set vault_key = set_byte(vault_key, 20, get_byte(vault_key, 20) # 1) where id = $1',
    ],
  ] as const)
    test(`that ${what} is counted as not sealed, before it is begun`, async ({
      assert,
      cleanup,
    }) => {
      const made = await live(() => makeDocument())
      await live(() => signAll(made))
      cleanup(() =>
        asSuperuser(Cell.named('main').database, async (superuser) => {
          await superuser.query('delete from cell.outbox where ref = $1', [made.id])
        })
      )
      if (change)
        await asSuperuser(Cell.named('main').database, async (superuser) => {
          await superuser.query(`set search_path = ${schemaNames(acme.id).live}`)
          await superuser.query(change, [made.id])
        })
      else await drive.use().put(`t/${acme.id}/live/${made.id}/canonical`, 'noise')
      const before = await sealsThatEnded(outcome)
      await assert.rejects(() => doWork(acme, 'seal'))
      assert.equal(await sealsThatEnded(outcome), before + 1)
    })

  test('is counted as not sealed while the keys are away', async ({ assert, cleanup }) => {
    const made = await live(() => makeDocument())
    await live(() => signAll(made))
    const { derive } = keyRing
    cleanup(async () => {
      keyRing.derive = derive
      await asSuperuser(Cell.named('main').database, async (superuser) => {
        await superuser.query('delete from cell.outbox where ref = $1', [made.id])
      })
    })
    keyRing.derive = async () => {
      throw new KeysAway()
    }
    const before = await sealsThatEnded('keys_away')
    await assert.rejects(() => doWork(acme, 'seal'), KeysAway as never)
    assert.equal(await sealsThatEnded('keys_away'), before + 1)
  })

  test('in which a stamp does not show fails, and its trail and log say where', async ({
    assert,
  }) => {
    const { pages } = await emptyPage()
    const canonical = faultyCanonical({ cover: '1 g 0 0 300 200 re f' })
    const made = await live(async () => {
      const fields = [{ type: 'signature' as const, page: 1, x: 60, y: 80, width: 90, height: 40 }]
      const input = { title: 'Covered', signers: [{ ...ANA, fields }], by: OLGA }
      return Draft.create(
        input,
        AcceptedPdf.again('covered.pdf', canonical, canonical, pages, []),
        {
          send: true,
        }
      )
    })
    await live(() => signAll(made))
    await doWork(acme, 'seal')
    const { document, failed } = await live(async () => {
      const trail = await AuditTrail.read(made.id)
      return {
        document: (await Document.whole(made.id))!,
        failed: trail.find(({ action }) => action === 'document.failed')!,
      }
    })
    assert.equal(document.status, 'failed')
    assert.match(String(failed.body.details.reason), /nothing shows on page 1 .*at 60, 80 points/)
    assert.match(
      wordsOf('document.failed').sentence(failed, [], DashboardPhrasebook.speaking('en')),
      /could not seal the document: .*page 1/
    )
  })

  test('completes on a black page, where what was signed stands on a light ground', async ({
    assert,
  }) => {
    const bytes = onePage('', '0 0 0 rg 0 0 300 200 re f')
    const { canonical, pages } = await intake.examine(bytes)
    const made = await live(async () => {
      const fields = [{ type: 'signature' as const, page: 1, x: 60, y: 80, width: 90, height: 40 }]
      const input = { title: 'Black', signers: [{ ...ANA, fields }], by: OLGA }
      return Draft.create(
        input,
        AcceptedPdf.again('black.pdf', bytes, Buffer.from(canonical), pages, []),
        {
          send: true,
        }
      )
    })
    await live(() => signAll(made))
    await doWork(acme, 'seal')
    const sealed = await live(async () => {
      const found = (await Document.whole(made.id))!
      assert.equal(found.status, 'completed')
      return (await Vault.open(found)).read(found.sealedFile!)
    })
    const path = join(folder, 'black.pdf')
    writeFileSync(path, sealed)
    assert.match(execFileSync('pdfsig', [path], { encoding: 'utf8' }), /Signature is Valid/)
    const picture = execFileSync('pdftoppm', ['-gray', '-r', '72', '-l', '1', path])
    const grays = picture.subarray(-300 * 200)
    const at = (x: number, y: number) => grays[y * 300 + x]!
    assert.isAbove(at(63, 83), 200, 'the ground within the field')
    assert.isBelow(at(30, 83), 10, 'the page beside it')
    const box = Array.from({ length: 36 }, (_, row) =>
      grays.subarray((82 + row) * 300 + 62).subarray(0, 86)
    )
    assert.isBelow(Math.min(...box.flatMap((row) => [...row])), 120, 'ink on that ground')
    assert.deepEqual(
      (await new AuditVerification(acme.ref, 'live').ofDocument(made.id)).findings,
      []
    )
  })

  test('is given up when its process has failed for hours, and waits for what may come back', async ({
    assert,
  }) => {
    const task = (tries: number) => ({ id: '1', fence: 1, kind: 'seal', lane: '', ref: '', tries })
    const crash = new SealFailed('it took too long')
    assert.isFalse(isHopeless(crash, task(11)))
    assert.isTrue(isHopeless(crash, task(12)))
    assert.isFalse(isHopeless(new TimestampRefused('it is away'), task(500)))
    assert.isFalse(isHopeless(new Error('The storage is away'), task(500)))
    assert.isTrue(isHopeless(new SignatureImageUnreadable(), task(0)))
  })
})
