import drive from '@adonisjs/drive/services/main'
import type { Assert } from '@japa/assert'
import { test } from '@japa/runner'
import { AuditTrail } from '#app/audit/audit_trail'
import { AuditVerification } from '#app/audit/audit_verification'
import Document from '#app/documents/document'
import { Vault } from '#app/documents/files/vault'
import { documentEvidence } from '#app/documents/evidence/document_evidence'
import { recordValueDisclosure } from '#app/documents/evidence/disclosure'
import { Suppression } from '#app/documents/signers/suppression'
import { bounce } from '#app/notifications/bounces/bounce'
import Mail from '#app/notifications/mail'
import { noteAccessFailure } from '#app/signing/links/access_failures'
import { LinkFetches } from '#app/signing/links/link_fetches'
import { Signing } from '#app/signing/signing'
import { Cell } from '#app/tenancy/cell'
import { Outbox } from '#app/tenancy/outbox/outbox'
import { SignerSession } from '#app/signing/links/signer_session'
import { Tracking } from '#app/documents/tracking/tracking'
import { clock } from '#app/foundation/clock'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import Retention from '#app/tenants/retention'
import type Tenant from '#app/tenants/tenant'
import { ANA, BEN, makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { doWork } from '#tests/support/inline_work'
import { sign } from '#tests/support/signing_hand'
import { outcomeOf } from '#tests/support/outcome'
import { asSuperuser } from '#tests/support/superuser'
import { until } from '#tests/support/until'

const CLIENT = { ipAddress: '203.0.113.9', userAgent: 'Browser/1.0' }
const WAITING = `select from pg_stat_activity
  where wait_event_type = 'Lock' and usename is not null and query like any ($1)`

test.group('Document | erase', (group) => {
  let acme: Tenant
  group.setup(async () => {
    acme = await makeTenant({ withSandbox: true })
  })

  const live = <T>(work: () => T) =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)
  const completed = async () => {
    const { id } = await live(() => makeDocument({ message: 'Please sign', title: 'Deed' }))
    for (const { email } of [ANA, BEN]) await sign(acme, id, email)
    await doWork(acme, 'seal')
    return id
  }
  const erase = (id: string) =>
    live(async () => (await Document.findOrFail(id)).erase({ by: OLGA, reason: 'request' }))
  const filesOf = async (id: string) =>
    [...(await drive.use().listAll(`t/${acme.id}/live/${id}`)).objects].map(({ name }) => name)
  const rowsOf = (id: string) =>
    live(() =>
      CurrentTenant.batch(
        [
          `select to_json(d)::text as row from documents d where id = $1`,
          `select to_json(s)::text as row from signers s where document_id = $1`,
          `select to_json(f)::text as row from fields f where document_id = $1 and value is not null`,
          `select to_json(e)::text as row from events e where document_id = $1`,
          `select to_json(m)::text as row from mails m where document_id = $1`,
          `select to_json(s)::text as row from signatures s join signers p on p.id = s.signer_id where p.document_id = $1`,
          `select to_json(v)::text as row from personal_values v join audit_entries e on e.id = v.entry_id where chain = $1`,
        ].map((text) => ({ text, values: [id] }))
      )
    )

  /** A mail about this document, or none, is called undeliverable by the server of its recipient. */
  const comeBack = (recipient: string, documentId?: string, signerId?: string) =>
    live(async () => {
      const messageId = `<${recipient} ${documentId}>`
      const mail = Mail.compose({
        ...{ kind: 'invitation', documentId, signerId },
        ...{ recipient, messageId, subject: 'x' },
      })
      await Mail.remember([mail])
      await bounce(mail, '550 5.1.1')
    })

  test('leaves no name, no address, no text and no file, and keeps what was sealed', async ({
    assert,
  }) => {
    const id = await completed()
    const before = (await live(() => Document.whole(id)))!
    assert.lengthOf(await filesOf(id), 3)
    await erase(id)
    await doWork(acme, 'documents.remove_files')
    const rows = (await rowsOf(id)).flat().map(({ row }) => String(row))
    const text = rows.join('\n')
    for (const trace of ['Ana', 'Ben', 'example.test', 'Please sign', 'Deed', 'contract.pdf'])
      assert.notInclude(text, trace)
    assert.deepEqual(await filesOf(id).catch(() => []), [])
    const after = (await live(() => Document.whole(id)))!
    assert.equal(after.status, 'completed')
    assert.equal(after.displayStatus, 'erased')
    assert.equal(after.sealedSha256, before.sealedSha256)
    assert.lengthOf(after.vaultKey, 0)
  })

  test('leaves a trail that agrees with its rows where somebody had agreed, and another person came in their place, or none', async ({
    assert,
  }) => {
    for (const email of ['eve@example.test', 'Ana@Example.test']) {
      const { id, signers } = await live(() => makeDocument({ signers: [ANA, BEN] }))
      await live(async () => {
        const signing = new Signing(id, signers[0].id, CLIENT)
        await signing.consent()
        await signing.view()
        await Document.reference(id).correct(signers[0].id, { email }, OLGA)
        await Document.reference(id).void({ by: OLGA })
      })
      await erase(id)
      const verification = new AuditVerification(acme.ref, 'live', documentEvidence)
      assert.deepEqual((await verification.ofDocument(id)).findings, [], email)
    }
  })

  test('takes the mails about it and what signers filled in', async ({ assert }) => {
    const typed = { type: 'text' as const, page: 1, x: 60, y: 300, width: 200, height: 24 }
    const signers = [{ ...ANA, fields: [...ANA.fields!, typed] }]
    const { id } = await live(() => makeDocument({ signers }))
    await sign(acme, id, ANA.email)
    await doWork(acme, 'seal')
    const mail = `insert into mails (id, kind, document_id, recipient, message_id, subject, created_at)
      values ('mal_' || $1, 'invite', $1, 'ana@example.test', $1, 'Ana, please sign', now())`
    await live(() => CurrentTenant.batch([{ text: mail, values: [id] }]))
    const counts = async () => {
      const [, , values, , mails, marks] = await rowsOf(id)
      return [values.length, mails.length, marks.length]
    }
    assert.deepEqual(await counts(), [2, 1, 1])
    await erase(id)
    assert.deepEqual(await counts(), [0, 0, 0])
  })

  test('takes the notes that mail to its people came back, but of those who are asked elsewhere', async ({
    assert,
  }) => {
    const [cem, dora] = ['cem@example.test', 'dora@example.test']
    const others = await live(() => makeDocument({ signers: [{ ...ANA, email: dora }] }))
    const signers = [
      { ...ANA, email: cem },
      { ...BEN, email: dora },
    ]
    const { id } = await live(() => makeDocument({ signers }))
    const noted = async () => [...(await live(() => Suppression.among([cem, dora])))].sort()
    await comeBack('Cem@Example.test', id)
    await comeBack(dora, id)
    assert.deepEqual(await noted(), [cem, dora])
    await live(() => Document.reference(id).void({ by: OLGA }))
    await erase(id)
    assert.deepEqual(await noted(), [dora])
    await live(() => Document.reference(others.id).void({ by: OLGA }))
    await erase(others.id)
    assert.deepEqual(await noted(), [])
  })

  test('takes the note of an address that was corrected, and leaves what another mail has found', async ({
    assert,
  }) => {
    const [cem, dora] = ['cem@wrong.test', 'dora@wrong.test']
    const noted = async () => [...(await live(() => Suppression.among([cem, dora])))].sort()
    const { id, signers } = await live(() =>
      makeDocument({
        signers: [
          { ...ANA, email: cem },
          { ...BEN, email: dora },
        ],
      })
    )
    await comeBack(cem, id, signers[0].id)
    await comeBack(dora)
    await live(() =>
      Document.reference(id).correct(signers[0].id, { email: 'cem@right.test' }, OLGA)
    )
    await live(() => Document.reference(id).void({ by: OLGA }))
    await erase(id)
    assert.deepEqual(await noted(), [dora])
  })

  test('takes a day later what was written down meanwhile, and answers that are kept no longer', async ({
    assert,
  }) => {
    const id = await completed()
    await erase(id)
    const mail = `insert into mails (id, kind, document_id, recipient, message_id, subject, created_at)
      values ('mal_' || $1, 'invite', $1, 'ana@example.test', $1, 'Ana, please sign', now())`
    const answers = `insert into idempotency_keys (key, fingerprint, claim, claimed_until, created_at)
      select key || $1, '', '', now(), now() - age from (values ('old ', interval '24 hours'), ('new ', interval '23 hours')) as kept (key, age)`
    await live(() => CurrentTenant.batch([mail, answers].map((text) => ({ text, values: [id] }))))
    assert.equal(await doWork(acme, 'documents.forget'), 0)
    assert.isAbove(await doWork(acme, 'documents.forget', { early: true }), 0)
    const left = `select key from idempotency_keys where key like '%' || $1
      union select id from mails where document_id = $1`
    const [rows] = await live(() => CurrentTenant.batch([{ text: left, values: [id] }]))
    assert.deepEqual(rows, [{ key: `new ${id}` }])
  })

  test('keeps the trail whole, with an entry of its own that names who did it', async ({
    assert,
  }) => {
    const id = await completed()
    const before = (await live(() => Document.whole(id)))!.chainSequence
    await erase(id)
    const entries = await live(() => AuditTrail.read(id))
    assert.lengthOf(entries, before + 1)
    assert.equal(entries.at(-1)?.action, 'document.erased')
    assert.equal(entries.at(-1)?.personal.actorName, OLGA.name)
    assert.deepEqual(
      entries.slice(0, -1).map(({ personal }) => personal),
      entries.slice(1).map(() => ({}))
    )
    assert.deepEqual((await new AuditVerification(acme.ref, 'live').ofDocument(id)).findings, [])
  })

  test('makes its links unknown and its files unreadable, also from a copy', async ({ assert }) => {
    const id = await completed()
    const document = (await live(() => Document.whole(id)))!
    const tokens = await live(async () => ({
      signing: await document.signers[0].token(),
      tracking: await document.trackingToken(),
    }))
    await erase(id)
    assert.isNull(await live(() => SignerSession.find(tokens.signing)))
    assert.isNull(await live(() => Tracking.find(tokens.tracking)))
    const erased = (await live(() => Document.whole(id)))!
    assert.equal((await live(() => outcomeOf(() => Vault.open(erased)))).code, 'document_erased')
  })

  test('twice is once', async ({ assert }) => {
    const id = await completed()
    const first = await erase(id)
    const [second, third] = await Promise.all([erase(id), erase(id)])
    assert.equal(second.chainSequence, first.chainSequence)
    assert.equal(third.chainSequence, first.chainSequence)
  })

  test('is refused before its end', async ({ assert }) => {
    const { id } = await live(() => makeDocument())
    assert.equal((await outcomeOf(() => erase(id))).code, 'document_state_conflict')
    assert.lengthOf(await filesOf(id), 2)
  })

  test('is refused under a legal hold, and changes nothing', async ({ assert, cleanup }) => {
    const id = await completed()
    const hold = (heldSince: Date | null) =>
      live(() => unit(async () => (await Retention.lock()).merge({ heldSince }).save()))
    await hold(clock.now())
    cleanup(() => hold(null).then(() => {}))
    assert.equal((await outcomeOf(() => erase(id))).code, 'legal_hold')
    assert.isNull((await live(() => Document.whole(id)))!.erasedAt)
  })

  test('of a test document asks nothing of the account', async ({ assert }) => {
    const sandbox = <T>(work: () => T) =>
      CurrentTenant.run({ tenant: acme.ref, environment: 'test' }, work)
    const erased = await sandbox(async () => {
      const document = await makeDocument()
      await document.void({ by: OLGA })
      return document.erase({ by: OLGA, reason: 'request' })
    })
    assert.isTrue(erased.isErased)
  })
})

test.group('Document | what is under way while it is erased', (group) => {
  let acme: Tenant
  let document: Document
  group.each.setup(async () => {
    acme = await makeTenant()
    document = await live(async () => (await Document.whole((await makeDocument()).id))!)
  })

  const live = <T>(work: () => T) =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)
  const actions = () =>
    live(async () => (await AuditTrail.read(document.id)).map(({ action }) => action))
  const rows = async (table: string) =>
    (await live(() => CurrentTenant.batch([{ text: `select * from ${table}` }])))[0]

  const isWaiting = (...queries: string[]) =>
    until(() =>
      asSuperuser(Cell.named('main').database, async (superuser) => {
        const { rowCount } = await superuser.query(WAITING, [queries])
        return rowCount !== 0
      })
    )

  async function assertNothingIsLeft(assert: Assert) {
    assert.equal((await actions()).at(-1), 'document.erased')
    assert.isEmpty(await rows('counted_entries'))
    assert.isEmpty(await rows('link_fetches'))
    assert.isEmpty(await live(() => Suppression.among([ANA.email])))
    const values = await rows('personal_values')
    assert.notInclude(JSON.stringify(values), ANA.email)
    assert.notInclude(JSON.stringify(values), CLIENT.ipAddress)
  }

  test('writes nothing of a person once it comes to its end: a bounce, a refused visit, a fetch of a link', async ({
    assert,
  }) => {
    const [ana] = document.signers
    await live(() => document.void({ by: OLGA }))
    await live(() => document.erase({ by: OLGA, reason: 'request' }))
    await live(async () => {
      const mail = Mail.compose({
        ...{ kind: 'invitation', documentId: document.id, signerId: ana.id },
        ...{ recipient: ANA.email, messageId: '<x@example.test>', subject: 'x' },
      })
      await bounce(mail, '550 5.1.1')
      await noteAccessFailure(ana, 'signing_link_expired', CLIENT)
      await LinkFetches.note(ana, CLIENT)
    })
    await assertNothingIsLeft(assert)
    // written by a request that began before
    const values = ['ftc_x', ana.id, CLIENT.ipAddress]
    const text = `insert into link_fetches (id, signer_id, ip_address, user_agent, first_at) values ($1, $2, $3, 'x', now())`
    await live(() => CurrentTenant.batch([{ text, values }]))
    await live(() => unit(async () => Outbox.append({ kind: 'link.fetched', ref: 'ftc_x' })))
    await doWork(acme, 'link.fetched')
    await assertNothingIsLeft(assert)
  })

  test('writes nothing of a person where it waits for the erasure', async ({ assert }) => {
    const [ana] = document.signers
    await live(() => document.void({ by: OLGA }))
    const isLocked = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    // an erasure asks for it while it holds its document
    const retaining = live(() =>
      unit(async () => {
        await Retention.lock()
        isLocked.resolve()
        await mayEnd.promise
      })
    )
    await isLocked.promise
    const erasing = live(() => document.erase({ by: OLGA, reason: 'request' }))
    await isWaiting('%retention for share')
    const noting = live(() => noteAccessFailure(ana, 'document_voided', CLIENT))
    await isWaiting(
      '%insert into counted_entries%',
      'select %from documents where id = $1 for no key update'
    )
    mayEnd.resolve()
    await Promise.all([retaining, erasing, noting])
    await assertNothingIsLeft(assert)
  })

  test('still writes down what members read of what is left', async ({ assert }) => {
    await live(() => document.void({ by: OLGA }))
    await live(() => document.erase({ by: OLGA, reason: 'request' }))
    await live(() => recordValueDisclosure(document.id, OLGA))
    assert.equal((await actions()).at(-1), 'values.disclosed')
  })
})
