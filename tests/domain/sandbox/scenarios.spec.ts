import { test } from '@japa/runner'
import { AuditTrail } from '#app/audit/audit_trail'
import { Mailbox } from '#app/notifications/mailbox'
import type { FieldInput, SignerInput } from '#app/documents/drafts/draft_input'
import { OLGA } from '#tests/factories/document_factory'
import { MailSetup } from '#tests/support/mail_setup'

const at = (type: FieldInput['type'], y: number): FieldInput => ({
  type,
  page: 1,
  x: 60,
  y,
  width: 160,
  height: 30,
})
const named = (who: string, more: Partial<SignerInput> = {}): SignerInput => ({
  name: 'Sam Sandbox',
  email: `${who}@sandbox.test`,
  fields: [at('signature', 100)],
  ...more,
})

test.group('Signers of the sandbox', (group) => {
  let setup: MailSetup
  group.each.setup(async () => {
    setup = await MailSetup.open({ environment: 'test' })
  })

  const acts = () => setup.does('sandbox.act')
  const events = async (document: { id: string }) => {
    const text = 'select name from events where document_id = $1 order by position'
    const rows = await setup.rows({ text, values: [document.id] })
    return rows.map(({ name }) => name)
  }

  test('wait 5 seconds after their own invitation, and nobody else waits', async ({ assert }) => {
    const document = await setup.sends({
      signers: [named('signer', { order: 1 }), named('signer+second', { order: 2 })],
    })
    const [work, ...others] = await setup.waiting('sandbox.act')
    assert.lengthOf(others, 0)
    assert.equal(work.ref, document.signers[0].id)
    const [invitation] = await setup.waiting('mail.invite')
    const delay = work.due_at.getTime() - invitation.due_at.getTime()
    assert.equal(Math.round(delay / 1_000), 5)
    assert.equal(await setup.does('sandbox.act', { early: false }), 0)
    await acts()
    assert.deepEqual(
      (await setup.waiting('sandbox.act')).map(({ ref }) => ref),
      [document.signers[1].id]
    )
  })

  test('sign every kind of field as a browser does, and leave the trail of a person', async ({
    assert,
  }) => {
    const fields = (['signature', 'initials', 'text', 'date', 'checkbox'] as const).map(
      (type, index) => at(type, 100 + 60 * index)
    )
    const document = await setup.sends({ signers: [named('signer', { fields })] })
    await acts()
    const now = await setup.found(document)
    assert.isTrue(now.isSealing)
    assert.deepEqual(await events(document), [
      'document.sent',
      'document.viewed',
      'document.signed',
    ])
    const entries = await setup.within(() => AuditTrail.read(document.id))
    const own = entries.filter(({ body }) => body.actor.type === 'signer')
    assert.deepEqual(
      own.map(({ action }) => action),
      [
        'link.opened',
        'consent.accepted',
        'document.viewed',
        ...fields.map(() => 'field.completed'),
        'document.signed',
      ]
    )
    assert.equal(own[0].personal.ipAddress, '192.0.2.1')
  })

  test('sign once, even when their work runs twice', async ({ assert }) => {
    const document = await setup.sends({ signers: [named('signer')] })
    await acts()
    await setup.appends({ kind: 'sandbox.act', ref: document.signers[0].id })
    assert.equal(await acts(), 1)
    assert.lengthOf(await setup.waiting('sandbox.act'), 0)
    assert.lengthOf(await setup.waiting('seal'), 1)
    assert.lengthOf(
      (await events(document)).filter((name) => name === 'document.signed'),
      1
    )
  })

  test('take a two-signer document all the way to its seal', async ({ assert }) => {
    const document = await setup.sends({
      signers: [named('signer', { order: 1 }), named('signer+b', { order: 2 })],
    })
    for (let turn = 0; turn < document.signers.length; turn++) {
      await setup.does('mail.invite')
      await acts()
    }
    await setup.does('seal')
    assert.equal((await setup.found(document)).status, 'completed')
    await setup.does('mail.completed')
    await setup.does('mail.send')
    const subjects = (await setup.within(() => Mailbox.list())).map(({ subject }) => subject)
    assert.lengthOf(
      subjects.filter((subject) => subject.startsWith('Everyone has signed')),
      3
    )
    assert.lengthOf(
      subjects.filter((subject) => subject.includes('asks you to sign')),
      2
    )
  })

  test('decline, view, bounce and let expire as their names say', async ({ assert }) => {
    const outcome = async (who: string) => {
      const document = await setup.sends({ signers: [named(who)] })
      await setup.does('mail.invite')
      await acts()
      const now = await setup.found(document)
      return [now.status, now.signers[0].status, now.failedEmails]
    }
    assert.deepEqual(await outcome('decline'), ['declined', 'declined', 0])
    assert.deepEqual(await outcome('view+me'), ['viewed', 'sent', 0])
    assert.deepEqual(await outcome('bounce'), ['pending', 'delivery_failed', 1])
    assert.deepEqual(await outcome('expire'), ['pending', 'sent', 0])
  })

  test('bounce once, and only after there is an invitation that can bounce', async ({ assert }) => {
    const document = await setup.sends({ signers: [named('bounce')] })
    await assert.rejects(acts)
    assert.equal((await setup.found(document)).failedEmails, 0)
    await setup.does('mail.invite')
    await setup.appends({ kind: 'sandbox.act', ref: document.signers[0].id })
    await setup.appends({ kind: 'sandbox.act', ref: document.signers[0].id })
    await acts()
    assert.equal((await setup.found(document)).failedEmails, 1)
    assert.deepEqual(
      (await setup.mails()).map(({ status }) => status),
      ['failed']
    )
  })

  test('leave people alone, whatever their address', async ({ assert }) => {
    const document = await setup.sends({
      signers: [named('olga'), named('x', { email: 'signer@example.test' })],
    })
    assert.equal(await acts(), 2)
    assert.equal((await setup.found(document)).status, 'pending')
    assert.lengthOf(await setup.waiting('sandbox.act'), 0)
  })

  test('come too late for a document that has ended, and that is all', async ({ assert }) => {
    const document = await setup.sends({ signers: [named('signer')] })
    await setup.within(() => document.void({ by: OLGA }))
    await acts()
    assert.equal((await setup.found(document)).status, 'voided')
    assert.lengthOf(await setup.waiting('sandbox.act'), 0)
  })
})
