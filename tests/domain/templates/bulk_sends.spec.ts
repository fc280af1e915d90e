import { test } from '@japa/runner'
import type { Profile } from '#app/brand/profile'
import type { Actor } from '#app/audit/actor'
import { AuditTrail } from '#app/audit/audit_trail'
import Document from '#app/documents/document'
import type { FieldInput } from '#app/documents/drafts/draft_input'
import { clock } from '#app/foundation/clock'
import { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import User from '#app/identity/users/user'
import bulkCompleted from '#app/notifications/notices/bulk_completed'
import bulkPaused from '#app/notifications/notices/bulk_paused'
import { Reader } from '#app/notifications/reader'
import { SignerErasure } from '#app/portability/erasure/signer_erasure'
import bulkStep from '#app/templates/bulk/bulk_step'
import { BulkRows } from '#app/templates/bulk/bulk_row'
import { BulkSend } from '#app/templates/bulk/bulk_send'
import { TemplateHandover } from '#app/templates/handing_over'
import { BulkSends, stepRef } from '#app/templates/bulk/bulk_sends'
import { faultSentence } from '#app/templates/bulk/fault_sentence'
import { guessedMapping } from '#app/templates/bulk/column_mapping'
import BulkRowsRefused from '#app/templates/errors/bulk_rows_refused'
import BulkSendRefused from '#app/templates/errors/bulk_send_refused'
import type { Template } from '#app/templates/template'
import { Templates } from '#app/templates/templates'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import LeaseLost from '#app/tenancy/errors/lease_lost'
import { Outbox } from '#app/tenancy/outbox/outbox'
import { schemaNames } from '#app/tenancy/tenant_ref'
import { EntitlementsProjection } from '#app/tenants/entitlements_projection'
import type Tenant from '#app/tenants/tenant'
import { makeTemplate } from '#tests/factories/template_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { makeUser, ownerOf } from '#tests/support/dashboard_visitor'
import { doWork } from '#tests/support/inline_work'
import { changePlan } from '#tests/support/plan_change'
import { asSuperuser } from '#tests/support/superuser'
import { until } from '#tests/support/until'

const GERMAN = DashboardPhrasebook.speaking('de')

const at = { page: 1, x: 60, width: 180 }
const RENT: FieldInput = {
  ...at,
  type: 'note',
  y: 300,
  height: 24,
  options: { label: 'Rent', text: '…' },
}
const FLOOR: FieldInput = {
  ...{ ...at, type: 'number', y: 340, height: 24 },
  options: { key: 'floor', label: 'On which floor?' },
}
const PETS: FieldInput = {
  ...at,
  type: 'checkbox',
  y: 380,
  width: 16,
  height: 16,
  options: { label: 'Pets' },
}
const SIGNATURE: FieldInput = { ...at, type: 'signature', y: 200, height: 50 }
const TENANCY = {
  title: 'Tenancy agreement',
  roles: [{ name: 'Tenant', fields: [SIGNATURE, RENT, FLOOR, PETS] }],
}
const COLUMNS = ['Name', 'E-Mail', 'Rent', 'Floor', 'Pets']

const cellsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => [
    ...[`Person ${index + 1}`, `person${index + 1}@example.test`, `${500 + index} €`, '3', 'no'],
  ])

test.group('A bulk send', (group) => {
  let acme: Tenant
  let by: Actor
  let template: Template

  group.each.setup(async () => {
    acme = await makeTenant()
    const { id, name } = await ownerOf(acme)
    by = { type: 'user', id, name }
    template = await inLive(() => makeTemplate(TENANCY))
  })

  const inLive = <T>(work: () => Promise<T>) =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)
  const prepare = (rows: string[][], columns = COLUMNS) =>
    inLive(() => {
      const mapping = guessedMapping(template, columns)
      return BulkSends.prepare(template, { fileName: 'people.csv', columns, mapping, rows }, { by })
    })
  const begin = (id: string, isLeavingOut = false) =>
    inLive(() => BulkSends.begin(id, by, { isLeavingOut }))
  const begun = async (count: number) => {
    const id = await prepare(cellsOf(count))
    await begin(id)
    return id
  }
  const found = async (id: string) => (await inLive(() => BulkSend.find(id)))!
  const rowsOf = async (id: string) =>
    (await inLive(() => CurrentTenant.batch([BulkRows.listing(id, { audience: null }, 100)])))[0]
  const faultsOf = async (id: string) => (await rowsOf(id)).map(({ fault }) => fault)
  const step = () => doWork(acme, 'bulk.step')
  const all = async () => {
    while ((await step()) > 0);
  }
  const addresses = async () => {
    const text =
      'select s.email from signers s join documents d on d.id = s.document_id order by s.email'
    const [rows] = await inLive(() => CurrentTenant.batch([{ text }]))
    return rows.map(({ email }) => email as string)
  }
  /** Whom a notice is for; null for all owners and admins. */
  const told = async (kind = 'bulk.paused') => {
    const text = 'select user_id from notices where kind = $1'
    const [rows] = await inLive(() => CurrentTenant.batch([{ text, values: [kind] }]))
    return rows.map((row) => row.user_id)
  }
  const people = (count: number) =>
    cellsOf(count)
      .map(([, email]) => email)
      .sort()

  test('says of each row what is wrong with it before anything is sent', async ({ assert }) => {
    const [good] = cellsOf(1)
    const id = await prepare([
      good,
      ['', 'nobody', '500 €', '3', 'no'],
      ['Bo', 'bo@example.test', '500 €', 'third', 'no'],
      ['Cy', 'cy@example.test', '500 €', '3', 'perhaps'],
      ['Di', 'di@sandbox.test', '500 €', '', ''],
      ['Person 1', 'PERSON1@example.test', '500 €', '3', 'no'],
    ])
    const [first, second, third, fourth, fifth, sixth] = await faultsOf(id)
    assert.isNull(first)
    assert.equal(second, 'Tenant: The name is missing. Tenant: “nobody” is not an email address.')
    assert.match(third!, /^“floor”: Signers could not enter this: /)
    assert.equal(fourth, '“Pets”: Write yes or no.')
    assert.equal(fifth, 'Tenant: Addresses at sandbox.test work with test keys only.')
    assert.equal(sixth, 'The same as row 1.')
    const german = (await rowsOf(id)).map((row) => faultSentence(row, GERMAN))
    assert.isNull(german[0])
    assert.equal(german[1], 'Tenant: Der Name fehlt. Tenant: „nobody“ ist keine E-Mail-Adresse.')
    assert.match(german[2]!, /^„floor“: Das könnten Unterzeichner nicht eingeben: /)
    assert.equal(german[3], '„Pets“: Schreiben Sie ja oder nein.')
    assert.equal(german[4], 'Tenant: Adressen bei sandbox.test gelten nur in der Sandbox.')
    assert.equal(german[5], 'Dasselbe wie Zeile 1.')
    const [, stored] = await rowsOf(id)
    assert.notInclude(JSON.stringify(stored.faults), 'nobody')
    const old = { ...stored, faults: null }
    assert.equal(faultSentence(old, GERMAN), second)
    assert.equal(await step(), 0)
    assert.deepEqual(await addresses(), [])
  })

  test('is begun with rows at fault only where it was agreed to leave them out', async ({
    assert,
  }) => {
    const id = await prepare([...cellsOf(1), ['Bo', 'bo', '', '', '']])
    await assert.rejects(() => begin(id), BulkRowsRefused)
    await begin(id, true)
    const text = `update bulk_sends set started_at = started_at - interval '1 minute' where id = $1`
    await inLive(() => CurrentTenant.batch([{ text, values: [id] }]))
    await all()
    assert.deepEqual(await addresses(), people(1))
    assert.deepEqual(await told('bulk.completed'), [by.id])
    const german = new Reader(new User(), {} as Profile, 'de')
    const words = await inLive(async () => bulkCompleted.words({ bulkSendId: id }, german))
    assert.include(words!.paragraphs[0], '1 Dokument ist gesendet.')
    assert.include(words!.paragraphs[1], '1 Zeile wurde ausgelassen')
    const { status, counts } = await found(id)
    assert.equal(status, 'completed')
    assert.containsSubset(counts, { sent: 1, failed: 1, waiting: 0 })
    const onlyFaulty = await prepare([['Bo', 'bo', '', '', '']])
    await assert.rejects(() => begin(onlyFaulty, true), BulkRowsRefused)
  })

  test('sends a document of each row, filled in by the sender, and forgets the row', async ({
    assert,
  }) => {
    const id = await begun(12)
    await step()
    assert.containsSubset((await found(id)).counts, { sent: 10, waiting: 2 })
    await all()
    assert.equal((await found(id)).status, 'completed')
    assert.deepEqual(await told('bulk.completed'), [])
    assert.deepEqual(await addresses(), people(12))
    const [row] = await rowsOf(id)
    const [[kept]] = await inLive(() =>
      CurrentTenant.batch([
        {
          text: 'select people, answers, cells from bulk_rows where bulk_send_id = $1',
          values: [id],
        },
      ])
    )
    assert.deepEqual(kept, { people: null, answers: null, cells: null })
    assert.deepEqual(row.people, [
      { role: 'Tenant', name: 'Person 1', email: 'person1@example.test' },
    ])
    await inLive(async () => {
      const document = (await Document.whole(row.document_id!))!
      assert.equal(document.status, 'pending')
      const optionsOf = (type: string) =>
        document.fields.find((field) => field.type === type)?.options
      assert.equal(optionsOf('note')?.text, '500 €')
      assert.equal(optionsOf('number')?.default, '3')
      assert.equal(optionsOf('checkbox')?.default, false)
      const [created] = await AuditTrail.read(document.id)
      assert.containsSubset(created.body.details, { bulkSend: id, template: template.id })
      assert.equal(created.body.actor.id, by.id)
    })
  })

  test('sends no row twice by two workers at once', async ({ assert }) => {
    const id = await begun(6)
    const { row } = await found(id)
    await inLive(() => unit(async () => Outbox.append({ kind: 'bulk.step', ref: stepRef(row) })))
    await doWork(acme, 'bulk.step', { atOnce: true })
    await all()
    assert.deepEqual(await addresses(), people(6))
    assert.containsSubset((await found(id)).counts, { sent: 6 })
  })

  test('sends no row twice after a worker that died before its work was ended', async ({
    assert,
  }) => {
    const id = await begun(12)
    const { row } = await found(id)
    const lost = { kind: 'bulk.step', lane: '', ref: stepRef(row), tries: 0, id: '1', fence: 1 }
    await assert.rejects(() => inLive(() => bulkStep(lost)), LeaseLost)
    assert.containsSubset((await found(id)).counts, { sent: 10, waiting: 2 })
    await all()
    assert.deepEqual(await addresses(), people(12))
  })

  test('is begun, paused, resumed and cancelled once, however often it is asked', async ({
    assert,
  }) => {
    const id = await prepare(cellsOf(3))
    await Promise.all([begin(id), begin(id)])
    assert.equal(await step(), 1)
    await assert.rejects(() => inLive(() => BulkSends.pause(id)), BulkSendRefused)
    const other = await begun(3)
    await inLive(() => BulkSends.pause(other))
    await inLive(() => BulkSends.pause(other))
    await Promise.all([1, 2].map(() => inLive(() => BulkSends.resume(other, by))))
    assert.equal((await found(other)).row.run, 2)
    await inLive(() => BulkSends.cancel(other))
    await inLive(() => BulkSends.cancel(other))
    await all()
    assert.containsSubset((await found(other)).counts, { cancelled: 3, sent: 0 })
    await assert.rejects(() => inLive(() => BulkSends.resume(other, by)), BulkSendRefused)
  })

  test('sends nothing while it is paused, and the rest when it is resumed', async ({ assert }) => {
    const id = await begun(12)
    await step()
    await inLive(() => BulkSends.pause(id))
    await all()
    assert.containsSubset((await found(id)).counts, { sent: 10, waiting: 2 })
    await inLive(() => BulkSends.resume(id, by))
    await all()
    assert.equal((await found(id)).status, 'completed')
    assert.deepEqual(await addresses(), people(12))
  })

  test('sends no more once it was paused in the middle of a step', async ({ assert }) => {
    const id = await begun(10)
    const sentOf = async () => (await found(id)).counts.sent
    const stepping = step()
    await until(async () => (await sentOf()) > 0)
    await inLive(() => BulkSends.pause(id))
    const sent = await sentOf()
    await stepping
    assert.equal(await sentOf(), sent)
    await inLive(() => BulkSends.resume(id, by))
    await all()
    assert.deepEqual(await addresses(), people(10))
  })

  test('sends no more once the account is suspended in the middle of a step', async ({
    assert,
  }) => {
    const id = await begun(10)
    const sentOf = async () => (await found(id)).counts.sent
    const stepping = step()
    await until(async () => (await sentOf()) > 0)
    await asSuperuser(Cell.named('main').database, (superuser) =>
      superuser.query(`update ${schemaNames(acme.id).account}.standing set suspended_at = now()`)
    )
    const sent = await sentOf()
    await stepping
    assert.isAtMost(await sentOf(), sent + 1)
    const { row } = await found(id)
    assert.equal(row.pause_code, 'tenant_suspended')
    assert.match(row.pause_reason!, /Resume it once that is over/)
  })

  test('pauses with the reason when the plan has no more, and goes on under another', async ({
    assert,
  }) => {
    await changePlan(acme, 'free')
    const id = await begun(8)
    await all()
    const { row, counts } = await found(id)
    assert.equal(row.status, 'paused')
    assert.equal(row.pause_code, 'quota_exceeded')
    assert.match(row.pause_reason!, /^The \S+ plan allows \d+ documents a month/)
    assert.isAbove(counts.sent, 0)
    assert.equal(counts.sent + counts.waiting, 8)
    assert.equal(counts.failed, 0)
    assert.deepEqual(await told(), [by.id])
    const reader = new Reader(new User(), {} as Profile)
    const words = await inLive(async () => bulkPaused.words({ bulkSendId: id }, reader))
    assert.equal(words!.paragraphs[0], row.pause_reason)
    const german = new Reader(new User(), {} as Profile, 'de')
    const inGerman = await inLive(async () => bulkPaused.words({ bulkSendId: id }, german))
    assert.equal(inGerman!.paragraphs[0], 'Ihr Tarif ist für diesen Monat aufgebraucht.')
    assert.equal(words!.action?.path, `/bulk-sends/${id}`)
    await changePlan(acme, 'business')
    await inLive(() => BulkSends.resume(id, by))
    await all()
    assert.deepEqual(await addresses(), people(8))
  })

  test('pauses when who sends may no longer, until somebody else resumes it', async ({
    assert,
  }) => {
    const member = await makeUser(acme, 'member')
    const id = await prepare(cellsOf(2))
    const sender = { type: 'user' as const, id: member.id, name: member.name }
    await inLive(() => BulkSends.begin(id, sender, { isLeavingOut: false }))
    const text = `update users set role = 'viewer' where id = $1`
    await inLive(() => CurrentTenant.batch([{ text, values: [member.id] }]))
    await all()
    assert.equal((await found(id)).row.pause_code, 'member_gone')
    assert.deepEqual(await told(), [null])
    await inLive(() => BulkSends.resume(id, by))
    await all()
    assert.deepEqual(await addresses(), people(2))
  })

  test('makes documents of those to whom it belongs, also once somebody else resumed it', async ({
    assert,
  }) => {
    const member = await makeUser(acme, 'member')
    const id = await begun(2)
    await inLive(() => BulkSends.pause(id))
    await inLive(() => BulkSends.resume(id, { type: 'user', id: member.id, name: member.name }))
    await all()
    const held = { text: 'select created_by, holder_id from documents' }
    const [rows] = await inLive(() => CurrentTenant.batch([held]))
    assert.deepEqual(
      rows,
      [1, 2].map(() => ({ created_by: member.id, holder_id: by.id }))
    )
  })

  test('goes to those who send it on, where whom it belongs to may no longer', async ({
    assert,
  }) => {
    const changes = [
      `role = 'viewer'`,
      'disabled_at = now()',
      'disabled_at = now(), removed_at = now()',
    ]
    for (const change of changes) {
      const member = await makeUser(acme, 'member')
      const id = await prepare(cellsOf(2))
      const made = 'update bulk_sends set created_by = $2 where id = $1'
      const gone = `update users set ${change} where id = $1`
      await inLive(() =>
        CurrentTenant.batch([
          { text: made, values: [id, member.id] },
          { text: gone, values: [member.id] },
        ])
      )
      await begin(id)
      await all()
      assert.equal((await found(id)).row.holder_id, by.id, change)
      const held = `select coalesce(holder_id, created_by) as holder from documents
        where id in (select document_id from bulk_rows where bulk_send_id = $1)`
      const [rows] = await inLive(() => CurrentTenant.batch([{ text: held, values: [id] }]))
      assert.deepEqual(rows, [{ holder: by.id }, { holder: by.id }], change)
    }
  })

  test('makes documents of the team that it was handed over to in the middle of a step', async ({
    assert,
  }) => {
    const id = await begun(10)
    const stepping = step()
    await until(async () => (await found(id)).counts.sent > 0)
    await inLive(() =>
      unit(async () => {
        await CurrentTenant.batch([TemplateHandover.statement(by.id, 'tem_heirs')])
        await CurrentTenant.batch([
          { text: "update documents set holder_id = 'tem_heirs' where holder_id is null" },
        ])
      })
    )
    await stepping
    await all()
    const held = { text: 'select distinct holder_id from documents' }
    const [rows] = await inLive(() => CurrentTenant.batch([held]))
    assert.deepEqual(rows, [{ holder_id: 'tem_heirs' }])
  })

  test('sends nothing of a suspended account', async ({ assert }) => {
    const id = await begun(2)
    await acme.merge({ status: 'suspended', suspendedAt: clock.now() }).save()
    await EntitlementsProjection.apply(acme.id)
    await all()
    assert.equal((await found(id)).row.pause_code, 'tenant_suspended')
    assert.deepEqual(await addresses(), [])
  })

  test('pauses when its template is archived', async ({ assert }) => {
    const id = await begun(2)
    await inLive(() => Templates.archive(template.id))
    await all()
    assert.equal((await found(id)).row.pause_code, 'template_archived')
    await inLive(() => Templates.restore(template.id))
    await inLive(() => BulkSends.resume(id, by))
    await all()
    assert.deepEqual(await addresses(), people(2))
  })

  test('reads its columns as somebody says, as long as it is a draft', async ({ assert }) => {
    const id = await prepare([['500 €', 'Ana', 'ana@example.test']], ['A', 'B', 'C'])
    assert.match((await faultsOf(id))[0]!, /^Tenant: The name is missing\./)
    await inLive(() => BulkSends.map(id, ['value:Rent', 'name:0', 'email:0']))
    assert.deepEqual(await faultsOf(id), [null])
    await begin(id)
    await assert.rejects(() => inLive(() => BulkSends.map(id, ['', '', ''])), BulkSendRefused)
  })

  test('takes all rows of a program or none', async ({ assert }) => {
    const person = (email: string) => ({
      people: [{ role: 'tenant', name: 'Ana', email }],
      values: { rent: '700 €' },
    })
    const create = (...emails: string[]) =>
      inLive(() => BulkSends.create(template, emails.map(person), { by }))
    const refused = await create('a@example.test', 'b').catch((error: unknown) => error)
    assert.instanceOf(refused, BulkRowsRefused)
    assert.deepEqual((refused as BulkRowsRefused).faults[0].path, ['rows', 1])
    assert.equal(await step(), 0)
    await create('a@example.test', 'b@example.test')
    await all()
    assert.deepEqual(await addresses(), ['a@example.test', 'b@example.test'])
  })

  test('does not send to a person who was erased, and forgets them', async ({ assert }) => {
    const [draft, running] = [await prepare(cellsOf(3)), await begun(2)]
    await inLive(() => SignerErasure.run('Person2@example.test', by))
    const [left] = await inLive(() =>
      CurrentTenant.batch([{ text: 'select people, cells, answers from bulk_rows' }])
    )
    assert.notInclude(JSON.stringify(left), 'person2@')
    await begin(draft)
    await all()
    assert.deepEqual(await addresses(), [
      ...['person1@example.test', 'person1@example.test', 'person3@example.test'],
    ])
    assert.containsSubset((await found(running)).counts, { sent: 1, failed: 1 })
    const [, erased] = await rowsOf(running)
    assert.match(faultSentence(erased, GERMAN)!, /gelöscht/)
  })

  test('is forgotten as a draft after a week, and its people three months after it ended', async ({
    assert,
  }) => {
    const [draft, ended] = [await prepare(cellsOf(1)), await begun(2)]
    await inLive(() => BulkSends.cancel(ended))
    assert.equal(await doWork(acme, 'bulk.forget'), 0)
    await doWork(acme, 'bulk.forget', { early: true })
    assert.isNull(await inLive(() => BulkSend.find(draft)))
    assert.deepEqual(
      (await rowsOf(ended)).map((row) => row.people),
      [null, null]
    )
  })

  test('is seen by those to whom it belongs', async ({ assert }) => {
    const id = await prepare(cellsOf(1))
    assert.isNotNull(await inLive(() => BulkSend.visible(id, [by.id])))
    assert.isNull(await inLive(() => BulkSend.visible(id, ['usr_other', 'tea_other'])))
    const list = async (audience: string[]) =>
      (await inLive(() => CurrentTenant.batch([BulkSend.listing({ audience }, 10)])))[0]
    assert.lengthOf(await list([by.id]), 1)
    assert.lengthOf(await list(['usr_other']), 0)
  })

  test('is nothing to another tenant', async ({ assert }) => {
    const id = await begun(2)
    const other = await makeTenant()
    const elsewhere = <T>(work: () => Promise<T>) =>
      CurrentTenant.run({ tenant: other.ref, environment: 'live' }, work)
    assert.isNull(await elsewhere(() => BulkSend.find(id)))
    await assert.rejects(() => elsewhere(() => BulkSends.cancel(id)), 'No bulk send has this id')
    assert.equal(await doWork(other, 'bulk.step'), 0)
  })
})
