import { test } from '@japa/runner'
import { AuditTrail } from '#app/audit/audit_trail'
import { AuditVerification } from '#app/audit/audit_verification'
import { PERSON_ERASED } from '#app/audit/erased_values'
import { checkTrailFile } from '#app/audit/trail_file'
import Document from '#app/documents/document'
import { documentEvidence } from '#app/documents/evidence/document_evidence'
import { verifiedDocument } from '#app/documents/evidence/verified_document'
import { Phrasebook } from '#app/foundation/phrases/phrasebook'
import Mail from '#app/notifications/mail'
import { bounce } from '#app/notifications/bounces/bounce'
import { trailFile } from '#app/signing/certificate/trail_file'
import { Certificate } from '#app/signing/certificate/certificate'
import { ENDINGS } from '#app/signing/seal/seal_material'
import { questionPart } from '#app/signing/evidence_package/question_part'
import { answer } from '#app/signing/questions/answer'
import { questionsOf } from '#app/signing/questions/question'
import { Signing } from '#app/signing/signing'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { schemaNames } from '#app/tenancy/tenant_ref'
import type Tenant from '#app/tenants/tenant'
import { ANA, BEN, makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { doWork } from '#tests/support/inline_work'
import { sign } from '#tests/support/signing_hand'
import { asSuperuser } from '#tests/support/superuser'

const CLIENT = { ipAddress: '203.0.113.99', userAgent: 'Old Browser/1.0' }
const EVE = { name: 'Eve Exact', email: 'eve@example.test' }
const KEPT = `select v.value from personal_values v join audit_entries e on e.id = v.entry_id where e.chain = $1`

test.group('Document | erase a person who is no longer asked', (group) => {
  let acme: Tenant
  let globex: Tenant
  group.setup(async () => {
    acme = await makeTenant({ withSandbox: true })
    globex = await makeTenant()
  })

  const live = <T>(work: () => T) =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)
  const reference = (id: string) => Document.reference(id)
  const erase = (id: string, email: string) => live(() => reference(id).erasePerson(email, OLGA))
  const kept = async (id: string) => {
    const [rows] = await live(() => CurrentTenant.batch([{ text: KEPT, values: [id] }]))
    return JSON.stringify(rows.map(({ value }) => value))
  }
  const findings = async (id: string) =>
    (await new AuditVerification(acme.ref, 'live', documentEvidence).ofDocument(id)).findings
  const trail = (id: string) => live(() => AuditTrail.read(id))

  /** Ana has read it, and agreed to sign; then somebody else is put in her place. */
  const replaced = async (to: Partial<typeof EVE> = EVE) => {
    const { id, signers } = await live(() => makeDocument({ signers: [ANA, BEN] }))
    await live(async () => {
      const signing = new Signing(id, signers[0].id, CLIENT)
      await signing.open()
      await signing.consent()
      await signing.view()
      await reference(id).correct(signers[0].id, to, OLGA)
    })
    return { id, signerId: signers[0].id }
  }

  test('leaves no value about them, and all others, each chained as before', async ({ assert }) => {
    const { id, signerId } = await replaced()
    const before = await trail(id)
    const traces = [ANA.name, ANA.email, CLIENT.ipAddress, CLIENT.userAgent]
    for (const trace of traces) assert.include(await kept(id), trace)
    await erase(id, 'Ana@Example.test')
    for (const trace of traces) assert.notInclude(await kept(id), trace)
    for (const other of [BEN.name, BEN.email, EVE.name, EVE.email, OLGA.name, 'Contract of sale'])
      assert.include(await kept(id), other)
    const after = await trail(id)
    assert.deepEqual(
      after.slice(0, before.length).map(({ hash, body }) => [hash, body]),
      before.map(({ hash, body }) => [hash, body])
    )
    const last = after.at(-1)!
    assert.equal(last.action, PERSON_ERASED)
    assert.notInclude(JSON.stringify(last.body), signerId)
    assert.deepEqual(await findings(id), [])
    await erase(id, ANA.email)
    assert.lengthOf(await trail(id), after.length)
  })

  test('leaves what the trail proves of the others, until it is signed and sealed', async ({
    assert,
  }) => {
    const { id } = await replaced()
    await erase(id, ANA.email)
    const { proven } = await live(() => verifiedDocument(id))
    assert.deepEqual(
      proven.signers.map(({ name, email, consent }) => [name, email, consent]),
      [
        [EVE.name, EVE.email, null],
        [BEN.name, BEN.email, null],
      ]
    )
    for (const { email } of [EVE, BEN]) await sign(acme, id, email!)
    await doWork(acme, 'seal')
    assert.equal((await live(() => Document.findOrFail(id))).status, 'completed')
    assert.deepEqual(await findings(id), [])
  })

  test('keeps the name that who stands there now has as well', async ({ assert }) => {
    const { id } = await replaced({ email: 'ana@right.test' })
    await erase(id, ANA.email)
    assert.notInclude(await kept(id), ANA.email)
    const { proven } = await live(() => verifiedDocument(id))
    assert.containsSubset(proven.signers[0], { name: ANA.name, email: 'ana@right.test' })
    assert.deepEqual(await findings(id), [])
  })

  test('erases one after the other of those who stood in one place', async ({ assert }) => {
    const { id, signerId } = await replaced()
    const finn = { name: 'Finn Final', email: 'finn@example.test' }
    await live(() => reference(id).correct(signerId, finn, OLGA))
    for (const { email, name } of [EVE, ANA]) {
      await erase(id, email)
      for (const trace of [name, email]) assert.notInclude(await kept(id), trace)
      assert.deepEqual(await findings(id), [])
    }
    const { proven } = await live(() => verifiedDocument(id))
    assert.containsSubset(proven.signers[0], { ...finn, status: 'sent' })
  })

  test('forgets mail that came back from them late, and says nothing by it of who stands there now', async ({
    assert,
  }) => {
    const { id, signerId } = await live(async () => {
      const { id: made, signers } = await makeDocument({ signers: [ANA, BEN] })
      const mail = Mail.compose({
        ...{ kind: 'invitation', documentId: made, signerId: signers[0].id },
        ...{ recipient: ANA.email!, messageId: `<late ${made}>`, subject: 'x' },
      })
      await Mail.remember([mail])
      await reference(made).correct(signers[0].id, EVE, OLGA)
      await bounce(mail, '550 5.1.1')
      return { id: made, signerId: signers[0].id }
    })
    assert.include(
      (await trail(id)).map(({ action }) => action),
      'mail.bounced'
    )
    await live(() => reference(id).void({ by: OLGA }))
    await erase(id, ANA.email)
    assert.notInclude(await kept(id), ANA.email)
    assert.deepEqual(await findings(id), [])
    assert.equal((await live(() => verifiedDocument(id))).proven.signer(signerId).status, 'voided')
  })

  test('says so in a certificate that is made after it, and leaves one that was made before', async ({
    assert,
  }) => {
    const certificateOf = (id: string) =>
      live(async () => Certificate.of((await Document.whole(id))!))
    const certified = async (id: string) => {
      const { trail: whole } = await live(() => verifiedDocument(id))
      return checkTrailFile(trailFile(whole.until(...ENDINGS), Phrasebook.in('en')).bytes)!
    }
    const { id: later } = await replaced()
    await live(() => reference(later).void({ by: OLGA }))
    await erase(later, ANA.email)
    await certificateOf(later)
    const after = await certified(later)
    assert.deepEqual(after.findings, [])
    assert.equal(after.entries.at(-1)!.action, PERSON_ERASED)

    const { id: earlier } = await replaced()
    await live(() => reference(earlier).void({ by: OLGA }))
    await certificateOf(earlier)
    await erase(earlier, ANA.email)
    assert.equal((await certified(earlier)).entries.at(-1)!.action, 'document.voided')
    assert.deepEqual(await findings(earlier), [])
  })

  test('can be erased whole after that', async ({ assert }) => {
    const { id } = await replaced()
    await erase(id, ANA.email)
    await live(() => reference(id).void({ by: OLGA }))
    await live(() => reference(id).erase({ by: OLGA, reason: 'request' }))
    assert.notInclude(await kept(id), BEN.email)
    assert.deepEqual(await findings(id), [])
  })

  test('takes what they wrote to the sender, with the answer, and leaves what others wrote', async ({
    assert,
  }) => {
    const { id, signers } = await live(() => makeDocument({ signers: [ANA, BEN] }))
    const author = { name: OLGA.name, email: 'olga@acme.test' }
    const ask = (place: number, text: string) =>
      live(() => new Signing(id, signers[place].id, CLIENT).ask('question', text))
    const asked = () => live(async () => questionsOf((await Document.whole(id))!))
    const texts = async () => (await asked()).map(({ content }) => content?.text)
    await ask(0, 'I am Ana. Is the cellar mine?')
    await ask(1, 'Who has the keys?')
    const [{ id: first }] = await asked()
    await live(() => answer(id, first, { text: 'It is, Ana', author, by: OLGA }))
    await live(() => reference(id).correct(signers[0].id, EVE, OLGA))
    await ask(0, 'Is the garden mine?')
    await erase(id, ANA.email)
    assert.deepEqual(await texts(), ['Who has the keys?', 'Is the garden mine?'])
    assert.deepEqual(await findings(id), [])
    const part = await live(async () => questionPart(await verifiedDocument(id)))
    const told = Buffer.from(part!.bytes).toString()
    for (const text of ['Who has the keys?', 'Is the garden mine?']) assert.include(told, text)
    for (const trace of ['cellar', 'It is, Ana', first]) assert.notInclude(told, trace)
  })

  test('is a finding where a value is gone that no entry names', async ({ assert }) => {
    const { id } = await replaced()
    await erase(id, ANA.email)
    const { live: schema } = schemaNames(acme.id)
    await asSuperuser(Cell.named('main').database, (superuser) =>
      superuser.query(
        `delete from ${schema}.personal_values v using ${schema}.audit_entries e
          where e.id = v.entry_id and e.chain = $1 and field = 'emailAfter'`,
        [id]
      )
    )
    assert.deepEqual(
      (await findings(id)).map(({ kind }) => kind),
      ['value_missing']
    )
  })

  test('cannot be called but for what the last entry names, and never for what was sent or signed', async ({
    assert,
  }) => {
    const { id } = await replaced()
    await sign(acme, id, EVE.email)
    const call = { text: 'select erase_named_values($1)', values: [id] }
    await assert.rejects(
      () => live(() => CurrentTenant.batch([call])),
      /does not end with the erasure/
    )
    const sequenceOf = async (action: string) =>
      (await trail(id)).findLast((entry) => entry.action === action)!.sequence
    const refused: [string, string][] = [
      ['document.sent', 'title'],
      ['document.sent', 'sender'],
      ['document.sent', 'signers'],
      ['document.signed', 'ipAddress'],
      ['document.signed', 'actorName'],
      ['document.created', 'actorName'],
    ]
    const before = await kept(id)
    for (const [action, field] of refused) {
      const values = { [await sequenceOf(action)]: [field] }
      const forged = () =>
        live(() =>
          Document.change(id, (change) => {
            change.log({ action: PERSON_ERASED, actor: OLGA, details: { values } })
            change.write(call)
          })
        )
      await assert.rejects(forged, new RegExp(`keeps ${field} of entry`))
    }
    const ahead = () =>
      live(() =>
        Document.change(id, (change) => {
          const next = change.document.chainSequence + 1
          change.log({
            action: PERSON_ERASED,
            actor: OLGA,
            details: { values: { [next]: ['actorName'] } },
          })
          change.write(call)
        })
      )
    await assert.rejects(ahead, /keeps/)
    assert.equal(await kept(id), before)
  })

  test('cannot be called by another tenant, by the sandbox, or by a role that is none of its own', async ({
    assert,
  }) => {
    const { id } = await replaced()
    const { live: schema } = schemaNames(acme.id)
    const text = `select ${schema}.erase_named_values($1)`
    const others = [
      { tenant: globex.ref, environment: 'live' },
      { tenant: acme.ref, environment: 'test' },
    ] as const
    for (const scope of others)
      await assert.rejects(
        () => CurrentTenant.run(scope, () => CurrentTenant.batch([{ text, values: [id] }])),
        /permission denied/
      )
    await asSuperuser(Cell.named('main').database, async (superuser) => {
      await assert.rejects(() => superuser.query(text, [id]), /erased from within/)
    })
  })
})
