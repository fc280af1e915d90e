import { test } from '@japa/runner'
import { AuditTrail } from '#app/audit/audit_trail'
import { Cell } from '#app/tenancy/cell'
import { MailDesk } from '#tests/support/mail_desk'
import { emptyOutbox } from '#tests/support/outbox_view'
import { SmtpHost } from '#tests/support/smtp_host'
import { asSuperuser } from '#tests/support/superuser'
import { until } from '#tests/support/until'
import { WorkerProcess } from '#tests/support/worker_process'

/** Before the mail server is asked, after it has answered, and around the commit that writes it down. */
const POINTS = [
  'mail.offered',
  'mail.answered',
  'outbox.recording',
  'outbox.recorded',
  'mail.invite.done',
]

test.group('Mail and sudden death', (group) => {
  let host: SmtpHost
  let desk: MailDesk

  group.each.setup(async () => {
    await emptyOutbox()
    host = await SmtpHost.open()
    desk = await MailDesk.open()
    return () => host.close()
  })

  const worker = (settings = {}) =>
    WorkerProcess.start({ SMTP_PORT: String(host.port), ...settings })
  const onlyWork = (kind: string) =>
    asSuperuser(Cell.named('main').database, (superuser) =>
      superuser.query('delete from cell.outbox where kind <> $1', [kind])
    )
  const isDone = async (...kinds: string[]) =>
    (await Promise.all(kinds.map((kind) => desk.waiting(kind)))).flat().length === 0
  /** Lets one worker die, and another one do what it left. */
  const survives = async (point: string, ...kinds: string[]) => {
    const signal = await worker({ FAULT_POINT: point }).dies()
    const heir = worker()
    await until(() => isDone(...kinds))
    await heir.kill()
    return signal
  }

  test('loses no invitation, and sends none a third time, when its worker dies at {$self}')
    .with(POINTS)
    .run(async ({ assert }, point) => {
      const document = await desk.sends()
      await onlyWork('mail.invite')
      assert.equal(await survives(point, 'mail.invite'), 'SIGKILL')
      for (const { email } of document.signers) {
        const ids = host.to(email).map(({ parsed }) => parsed.messageId)
        assert.include([1, 2], ids.length)
        assert.equal(new Set(ids).size, 1)
      }
      assert.deepEqual(
        (await desk.mails()).map(({ status }) => status),
        ['sent', 'sent']
      )
    })

  test('marks a refused signer once when the worker dies in the unit that does', async ({
    assert,
  }) => {
    host.behaves({ atRecipient: () => ({ responseCode: 550, message: '5.1.1 Unknown' }) })
    const document = await desk.sends()
    await onlyWork('mail.invite')
    await survives('outbox.recorded', 'mail.invite')
    const now = await desk.found(document)
    assert.equal(now.failedEmails, 2)
    const entries = await desk.within(() => AuditTrail.read(document.id))
    assert.lengthOf(
      entries.filter(({ action }) => action === 'mail.bounced'),
      2
    )
  })

  test('tells everybody of completion once when the worker dies while it writes the mails down', async ({
    assert,
  }) => {
    const document = await desk.sends()
    for (const index of document.signers.keys()) await desk.signs(document, index)
    const seal = { sha256: 'a'.repeat(64), bytes: 1, pageCount: 2, level: 'B-B' as const }
    await desk.within(() => document.complete(seal))
    await onlyWork('mail.completed')
    await survives('outbox.recorded', 'mail.completed', 'mail.send')
    assert.lengthOf(host.received, 3)
    assert.equal(new Set(host.received.map(({ parsed }) => parsed.messageId)).size, 3)
  })
})
